import { timeOfDay } from '../../../src/shared/format.ts'
import type { Slot } from '../../api/free-times.ts'

/** Returns whether a slot starts before noon in Vienna. */
export function isMorning(slot: Slot): boolean {
  return timeOfDay(slot.start) < '12:00'
}
