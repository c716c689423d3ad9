import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { workingTimeOf } from '../schedule/hours.ts'
import { type Instant, weekdayOf } from '../shared/day.ts'
import { dayNumberAt } from '../time/vienna.ts'

/**
 * A stranger is a mailbox of which the practice has not confirmed a booking yet, so nobody but the mailbox
 * stands for it. Strangers together may reserve a share of a week only: by holds (hold-limits.ts), and by
 * offers of the waiting list (offer-queue.ts).
 */

/** Returns the condition that the mailbox in this column, or of this expression, is a stranger's. */
export function isOfStranger(mailbox: SQLWrapper): SQL {
  return sql`not exists (
    select 1 from ${bookings} as known where known.mailbox = ${mailbox} and known.status = 'confirmed')`
}

const confirmed = prepared((db) =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.mailbox, sql.placeholder('mailbox')), eq(bookings.status, 'confirmed')))
    .limit(1)
    .prepare(),
)

/** Whether the practice has not confirmed a booking of this mailbox yet. */
export function isStranger(ctx: Ctx, mailbox: string): boolean {
  return confirmed(ctx.db).get({ mailbox }) === undefined
}

/** Returns the Monday of the instant's week, as a Vienna day since 1970. */
export function weekOf(at: Instant): number {
  const day = dayNumberAt(at)
  return day - ((weekdayOf(day) + 6) % 7)
}

/** Returns the milliseconds that a resource works in the week of this Monday, absences left out. */
export function workingTimeOfWeek(ctx: Ctx, resourceId: string, monday: number): number {
  return workingTimeOf(ctx, resourceId, monday, monday + 7)
}
