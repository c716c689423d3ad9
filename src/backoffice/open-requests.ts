import { and, asc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { UNANSWERED_AFTER } from '../booking/reminders.ts'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { startOfDay } from '../time/vienna.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

export type OpenRequests = Readonly<{
  count: number
  /** How many of them have waited for longer than `UNANSWERED_AFTER`. */
  late: number
  /** How many were made while a harder bot check was due. */
  marked: number
}>

/** A literal, because with a parameter SQLite would not use the partial index. */
const REQUESTED = sql`${bookings.status} = 'requested' and ${bookings.anonymised} = 0`

const openRequests = prepared((db) =>
  db
    .select({
      count: sql<number>`count(*)`,
      marked: sql<number>`count(*) filter (where ${bookings.marked})`,
      late: sql<number>`count(*) filter (where ${bookings.createdAt} < ${sql.placeholder('since')})`,
    })
    .from(bookings)
    .where(REQUESTED)
    .prepare(),
)

/** Requests that are not answered yet, including those whose time has passed. */
export function countOpenRequests(ctx: Ctx): OpenRequests {
  return openRequests(ctx.db).get({ since: ctx.now - UNANSWERED_AFTER }) ?? { count: 0, late: 0, marked: 0 }
}

/** The requests that are not answered yet, oldest first. */
export function listOpenRequests(ctx: Ctx): ListedBooking[] {
  return selectListed(ctx, REQUESTED, asc(bookings.createdAt)).all()
}

/** The requested and confirmed appointments of this Vienna day (since 1970), by start. */
export function listAppointments(ctx: Ctx, day: number): ListedBooking[] {
  const active = inArray(bookings.status, ['requested', 'confirmed'])
  return selectListed(ctx, and(active, startsWithin(day, day + 1))).all()
}

/** The bookings of these Vienna days; `to` is not included. */
export function startsWithin(from: number, to: number): SQL | undefined {
  return and(gte(bookings.startsAt, startOfDay(from)), lt(bookings.startsAt, startOfDay(to)))
}
