import { and, asc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { type Booking, bookings, occupations, services } from '../db/schema.ts'
import { DAY_LENGTH } from '../rules/day.ts'
import { startOfDay } from './vienna.ts'

/** An appointment with what the practice's lists show beside it. */
export type AgendaEntry = Readonly<{
  booking: Booking
  /** Whose time it takes. */
  resourceId: string
  /** As its service says now; a service that was deleted says nothing. */
  firstVisit: boolean
}>

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
export function listOpenRequests(ctx: Ctx): AgendaEntry[] {
  return entries(ctx, REQUESTED, bookings.createdAt)
}

/** What is requested or confirmed for this Vienna day (counted since 1970), by its start. */
export function listAppointments(ctx: Ctx, day: number): AgendaEntry[] {
  const standing = inArray(bookings.status, ['requested', 'confirmed'])
  return entries(ctx, and(standing, startsWithin(day, day + 1)), bookings.startsAt)
}

/** The bookings of these Vienna days, the last not included. */
export function startsWithin(from: number, to: number): SQL | undefined {
  return and(gte(bookings.startsAt, startOfDay(from)), lt(bookings.startsAt, startOfDay(to)))
}

function entries(
  ctx: Ctx,
  which: SQL | undefined,
  order: typeof bookings.startsAt | typeof bookings.createdAt,
) {
  return ctx.db
    .select({
      booking: getTableColumns(bookings),
      resourceId: sql<string>`coalesce(${occupations.resourceId}, ${services.resourceId}, 'doctor-1')`,
      firstVisit: sql`coalesce(${services.firstVisit}, 0)`.mapWith(Boolean),
    })
    .from(bookings)
    .leftJoin(occupations, eq(occupations.bookingId, bookings.id))
    .leftJoin(services, eq(services.id, bookings.serviceId))
    .where(which)
    .orderBy(asc(order), asc(bookings.id))
    .all()
}
