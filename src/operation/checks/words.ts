import type { Instant } from '../../shared/day.ts'
import { shortDayTime, timeOfDay } from '../../shared/format.ts'
import { dayNumberAt } from '../../time/vienna.ts'

/** This module has the pages and the German phrases that several checks share. */

/** The paths of pages in the admin area to which alerts lead. */
export const OUTBOX_PAGE = '/admin/outbox'
export const ADDRESSES_PAGE = '/admin/settings/urls'
export const GENERAL_PAGE = '/admin/settings/general'

/** Returns `1 Termin` or `2 Termine`. */
export function appointmentsText(count: number): string {
  return count === 1 ? '1 Termin' : `${count} Termine`
}

/** Returns a past time as people say it: `heute 13:00`, `gestern 02:15`, `Di 5. Jänner, 02:15`. */
export function pastTimeText(at: Instant, { now }: { now: Instant }): string {
  const daysAgo = dayNumberAt(now) - dayNumberAt(at)
  if (daysAgo === 0) return `heute ${timeOfDay(at)}`
  return daysAgo === 1 ? `gestern ${timeOfDay(at)}` : shortDayTime(at)
}
