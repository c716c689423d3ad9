import { DAY_LENGTH, HOUR, MINUTE } from './day.ts'

/**
 * Returns a duration in the form that follows „seit“: `25 Minuten`, `40 Stunden`, `3 Tagen`. A unit is used
 * from two of it on, so that hours and days need no singular: 90 minutes are `90 Minuten`.
 */
export function elapsedText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE)
  if (minutes === 1) return '1 Minute'
  if (milliseconds < 2 * HOUR) return `${minutes} Minuten`
  if (milliseconds < 2 * DAY_LENGTH) return `${Math.floor(milliseconds / HOUR)} Stunden`
  return `${Math.floor(milliseconds / DAY_LENGTH)} Tagen`
}
