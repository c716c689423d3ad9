import { HOUR, type Instant } from './day.ts'

/** The cut-off is the instant until which patients cancel and move an appointment online. */

/**
 * The default of the setting `cancel_hours`: hours before the start until which patients cancel and move
 * online (docs/behaviour.md 8.9).
 */
export const DEFAULT_CANCEL_HOURS = 24

/**
 * Returns the instant until which patients cancel and move online. Hours are elapsed ones, so summer time can
 * shift the wall time.
 */
export function cutOff(start: Instant, cancelHours: number): Instant {
  return start - cancelHours * HOUR
}

type BeforeCutOff = { start: Instant; now: Instant; cancelHours: number }

/** Returns whether the cut-off lies ahead. */
export function canCancel({ start, now, cancelHours }: BeforeCutOff): boolean {
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
