import { useMatches } from '../../components/use-matches.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import type { Period } from './weeks.ts'

/** Returns whether the window is wider than a phone's, at the width of week-board.module.css. */
export function useIsWide(): boolean {
  return useMatches('(width >= 37.5em)')
}

/**
 * Returns the id of the doctor or room that the calendar shows; undefined for all, or for a practice of one.
 * A phone has no room for the columns of a day, and shows the first one there until another is chosen.
 * @param loaded the doctors and rooms of the calendar, which may be loaded before the choices
 */
export function useShownResource(period: Period, loaded?: readonly { id: string }[]): string | undefined {
  const { choices, chosen } = useResourceChoice()
  const isWide = useIsWide()
  return chosen ?? (period === 'day' && !isWide ? (choices[0] ?? loaded?.[0])?.id : undefined)
}
