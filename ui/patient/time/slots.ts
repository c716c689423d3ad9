import { timeOfDay } from '../../../src/shared/format.ts'
import type { Slot } from '../../api/free-times.ts'

/** How the free times are shown. */
export type View = 'calendar' | 'list'

export const LOADING_TIMES = 'Lade freie Zeiten…'
export const NOTHING_FREE = 'Derzeit keine offenen Termine verfügbar.'

/** Before noon in Vienna. */
export function isMorning(slot: Slot): boolean {
  return timeOfDay(slot.start) < '12:00'
}
