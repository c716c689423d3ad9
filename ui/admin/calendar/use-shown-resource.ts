import { useSyncExternalStore } from 'react'
import { useResourceChoice } from '../resources/resource-choice.ts'
import type { Period } from './weeks.ts'

/** Returns whether the window is wider than a phone's. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onWidthChange, () => wide().matches)
}

const wide = () => matchMedia('(width >= 600px)')

function onWidthChange(listener: () => void) {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Returns the id of the doctor or room that the calendar shows; undefined for all, or for a practice of one.
 * A phone has no room for the columns of a day, and shows the first one there until another is chosen.
 */
export function useShownResource(period: Period): string | undefined {
  const { choices, chosen } = useResourceChoice()
  const isWide = useIsWide()
  return chosen ?? (period === 'day' && !isWide ? choices[0]?.id : undefined)
}
