import { timeOfDay } from '../../../src/shared/format.ts'
import type { Slot } from '../../api/free-times.ts'

/** The two ways to show free times. */
export type TimesView = 'calendar' | 'list'

/** Sentences about free times that several views show. */
export const LOADING_TIMES = 'Lade freie Zeiten…'
export const NOTHING_FREE = 'Derzeit keine offenen Termine verfügbar.'

/** Returns whether a slot starts before noon in Vienna. */
export function isMorning(slot: Slot): boolean {
  return timeOfDay(slot.start) < '12:00'
}
