import { useResourceChoice } from '../resources/resource-choice.ts'
import type { Period } from './periods.ts'
import { useIsWide } from './use-is-wide.ts'

/**
 * Returns the id of the doctor or room that the calendar shows; undefined for all, or for a practice of one.
 * A phone has no room for all columns of a day, and shows the first one until another is chosen.
 * @param loaded the doctors and rooms of the calendar, which may be loaded before the choices
 */
export function useShownResourceId(period: Period, loaded?: readonly { id: string }[]): string | undefined {
  const { choices, chosen } = useResourceChoice()
  const isWide = useIsWide()
  if (chosen !== undefined) return chosen
  if (period !== 'day' || isWide) return undefined
  const [first] = [...choices, ...(loaded ?? [])]
  return first?.id
}
