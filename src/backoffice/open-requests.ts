import { and, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

export type OpenRequests = Readonly<{
  count: number
  /** Of these, how many have waited for more than a day. */
  late: number
}>

/** Written out, for a parameter would keep SQLite from using the partial index. */
const REQUESTED = sql`${bookings.status} = 'requested'`

const openRequests = prepared((db) =>
  db
    .select({
      count: sql<number>`count(*)`,
      late: sql<number>`count(*) filter (where ${bookings.createdAt} < ${sql.placeholder('since')})`,
    })
    .from(bookings)
    .where(REQUESTED)
    .prepare(),
)

/** How many requests the practice has not answered yet. Nothing expires by itself, so one whose time has passed counts too. */
export function countOpenRequests(ctx: Ctx): OpenRequests {
  return openRequests(ctx.db).get({ since: ctx.now - DAY_LENGTH }) ?? { count: 0, late: 0 }
}

/** The requests that the practice has not answered yet, whoever waits longest first. */
export function listOpenRequests(ctx: Ctx): ListedBooking[] {
  return selectListed(ctx, REQUESTED, bookings.createdAt).all()
}

/** What is requested or confirmed for this Vienna day (counted since 1970), by its start. */
export function listAppointments(ctx: Ctx, day: number): ListedBooking[] {
  const standing = inArray(bookings.status, ['requested', 'confirmed'])
  return selectListed(ctx, and(standing, startsWithin(day, day + 1))).all()
}

/** The bookings of these Vienna days, the last not included. */
export function startsWithin(from: number, to: number): SQL | undefined {
  return and(gte(bookings.startsAt, startOfDay(from)), lt(bookings.startsAt, startOfDay(to)))
}
