import { and, asc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { UNANSWERED_AFTER } from '../booking/reminders.ts'
import type { Ctx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { STANDING } from '../shared/booking.ts'
import type { Instant } from '../shared/day.ts'
import { startOfDay } from '../time/vienna.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

/** A literal, because with a parameter SQLite would not use the partial index. */
const REQUESTED = sql`${bookings.status} = 'requested' and ${bookings.anonymised} = 0`

/** Confirmed bookings whose patient asks for another time. The condition is that of the partial index. */
const MOVE_ASKED = sql`${bookings.moveToAt} is not null`

/** The order of the partial index. In another order SQLite would read all bookings. */
const BY_INDEX = asc(bookings.moveAskedAt)

const countWaiting = (db: Db, condition: SQL, since: SQLWrapper) =>
  db
    .select({
      count: sql<number>`count(*)`,
      marked: sql<number>`count(*) filter (where ${bookings.marked})`,
      late: sql<number>`count(*) filter (where ${since} < ${sql.placeholder('since')})`,
    })
    .from(bookings)
    .where(condition)
    .prepare()

const requests = prepared((db) => countWaiting(db, REQUESTED, bookings.createdAt))
const moves = prepared((db) => countWaiting(db, MOVE_ASKED, bookings.moveAskedAt))

/**
 * Counts the unanswered requests, including those whose time has passed, and the moves that patients ask for.
 */
export function countOpenRequests(ctx: Ctx) {
  const since = ctx.now - UNANSWERED_AFTER
  const [asked, moved] = [requests(ctx.db).get({ since }), moves(ctx.db).get({ since })]
  return {
    count: (asked?.count ?? 0) + (moved?.count ?? 0),
    /** Those that have waited for longer than `UNANSWERED_AFTER`. */
    late: (asked?.late ?? 0) + (moved?.late ?? 0),
    /** Requests that were made while a harder bot check was due. */
    marked: asked?.marked ?? 0,
  }
}

/**
 * Lists the unanswered requests and the bookings whose patient asks for another time. Those that have waited
 * for longer than `UNANSWERED_AFTER` come first, the soonest appointment before the later ones; then the
 * others, the longest waiting first (docs/behaviour.md 12.19).
 * @param resource limits them to this resource, which has the time or is asked for
 */
export function listOpenRequests(ctx: Ctx, resource?: string): ListedBooking[] {
  const asked = selectListed(ctx, REQUESTED, asc(bookings.createdAt)).all()
  const all = [...asked, ...selectListed(ctx, MOVE_ASKED, BY_INDEX).all()].filter(
    (row) => resource === undefined || row.resourceId === resource || resourceOfMove(row) === resource,
  )
  const isOld = ({ booking }: ListedBooking) => waitsSince(booking) < ctx.now - UNANSWERED_AFTER
  return [
    ...all.filter(isOld).toSorted((a, b) => soonestStart(a.booking) - soonestStart(b.booking)),
    ...all
      .filter((request) => !isOld(request))
      .toSorted((a, b) => waitsSince(a.booking) - waitsSince(b.booking)),
  ]
}

/** Returns the start until which a decision is needed: the earlier one of a move. */
function soonestStart({ startsAt, moveToAt }: Booking): Instant {
  return Math.min(startsAt, moveToAt ?? startsAt)
}

/**
 * Lists the bookings whose patient asks for a start from `from` on and before `to`.
 * @param resource limits them to those that ask for this resource
 */
export function listMoves(ctx: Ctx, from: Instant, to: Instant, resource?: string): ListedBooking[] {
  const within = and(MOVE_ASKED, gte(bookings.moveToAt, from), lt(bookings.moveToAt, to))
  return selectListed(ctx, within, BY_INDEX)
    .all()
    .filter((row) => resource === undefined || resourceOfMove(row) === resource)
}

function resourceOfMove({ booking, resourceId }: ListedBooking): string {
  return booking.moveToResourceId ?? resourceId
}

/** Returns the instant since which the patient waits for a decision. */
export function waitsSince({ moveAskedAt, createdAt }: Booking): Instant {
  return moveAskedAt ?? createdAt
}

/**
 * Lists the requested and confirmed appointments of a Vienna day, by start.
 * @param day days since 1970
 * @param resource limits them to this resource
 */
export function listAppointments(ctx: Ctx, day: number, resource?: string): ListedBooking[] {
  const active = inArray(bookings.status, STANDING)
  const ofResource = resource === undefined ? undefined : eq(bookings.resourceId, resource)
  return selectListed(ctx, and(active, startsWithin(day, day + 1), ofResource)).all()
}

/**
 * Returns the condition that a booking starts on these Vienna days (days since 1970); `to` is not included.
 */
export function startsWithin(from: number, to: number): SQL | undefined {
  return and(gte(bookings.startsAt, startOfDay(from)), lt(bookings.startsAt, startOfDay(to)))
}
