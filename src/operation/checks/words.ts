import { DAY_LENGTH, HOUR, type Instant, MINUTE } from '../../shared/day.ts'
import { shortDayTime, timeOfDay } from '../../shared/format.ts'
import { dayNumberAt } from '../../time/vienna.ts'

/** This module has phrases that several alerts share. */

/** The pages that several alerts link to. */
export const OUTBOX_PAGE = '/admin/outbox'
export const ADDRESSES_PAGE = '/admin/settings/urls'
export const GENERAL_PAGE = '/admin/settings/general'

/** Returns `1 Termin` or `2 Termine`. */
export function appointmentsText(count: number): string {
  return count === 1 ? '1 Termin' : `${count} Termine`
}

/** Returns a duration in the form that follows „seit“: `25 Minuten`, `40 Stunden`, `3 Tagen`. */
export function elapsedText(milliseconds: number): string {
  if (milliseconds < 2 * HOUR) return `${Math.floor(milliseconds / MINUTE)} Minuten`
  if (milliseconds < 2 * DAY_LENGTH) return `${Math.floor(milliseconds / HOUR)} Stunden`
  return `${Math.floor(milliseconds / DAY_LENGTH)} Tagen`
}

/** Returns a past time as people say it: `heute 13:00`, `gestern 02:15`, `Di 5. Jänner, 02:15`. */
export function pastTimeText(now: Instant, at: Instant): string {
  const daysAgo = dayNumberAt(now) - dayNumberAt(at)
  if (daysAgo === 0) return `heute ${timeOfDay(at)}`
  return daysAgo === 1 ? `gestern ${timeOfDay(at)}` : shortDayTime(at)
}
