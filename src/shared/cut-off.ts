import { HOUR, type Instant } from './day.ts'

/**
 * This module computes the cut-off: the instant until which patients may cancel or move an appointment online
 * (docs/behaviour.md 8.9). `assertBeforeCutOff` in src/booking/life-cycle.ts enforces it.
 */

/** The default of the setting `cancel_hours`: hours from the cut-off to the start. */
export const DEFAULT_CANCEL_HOURS = 24

/** Returns the cut-off. Hours are elapsed ones, so summer time can shift the wall time. */
export function cutOff(start: Instant, cancelHours: number): Instant {
  return start - cancelHours * HOUR
}

type TimesOfCutOff = { start: Instant; now: Instant; cancelHours: number }

/** Returns whether a patient may still cancel or move. */
export function isBeforeCutOff({ start, now, cancelHours }: TimesOfCutOff): boolean {
  return now < cutOff(start, cancelHours)
}

/** Names the cut-off for every text: `bis 24 Stunden vor dem Termin`. */
export function cutOffText(cancelHours: number): string {
  if (cancelHours === 0) return 'bis zum Beginn des Termins'
  return `bis ${cancelHours === 1 ? 'eine Stunde' : `${cancelHours} Stunden`} vor dem Termin`
}

/**
 * Says why a patient can no longer cancel or move online: `Stornierung online nur bis 24 Stunden vor dem
 * Termin möglich.`
 */
export function tooLateText(change: 'Stornierung' | 'Verschieben', cancelHours: number): string {
  return `${change} online nur ${cutOffText(cancelHours)} möglich.`
}
