import { and, asc, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { UNANSWERED_AFTER } from '../booking/practice-reminders.ts'
import type { Ctx } from '../ctx.ts'
import { type Db, prepared } from '../db/open.ts'
import { type Booking, bookings } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import { type ListedBooking, selectListed } from './booking-list.ts'

/**
 * Requests that nobody has answered. A literal, because with a parameter SQLite would not use the partial
 * index.
 */
const IS_REQUESTED = sql`${bookings.status} = 'requested' and ${bookings.anonymised} = 0`

/**
 * Confirmed bookings whose patient asks for another time; any change of status ends the move (`NO_MOVE`).
 * The condition is that of the partial index.
 */
const ASKS_FOR_MOVE = sql`${bookings.moveToAt} is not null`

/** The order of the partial index. In another order SQLite would read all bookings. */
const BY_INDEX = asc(bookings.moveAskedAt)

/** Prepares the counts of the bookings that meet the condition and have waited since `askedAt`. */
const prepareCounts = (db: Db, condition: SQL, askedAt: SQLWrapper) =>
  db
    .select({
      count: sql<number>`count(*)`,
      marked: sql<number>`count(*) filter (where ${bookings.marked})`,
      late: sql<number>`count(*) filter (where ${askedAt} < ${sql.placeholder('lateBefore')})`,
    })
    .from(bookings)
    .where(condition)
    .prepare()

const selectRequestCounts = prepared((db) => prepareCounts(db, IS_REQUESTED, bookings.createdAt))
const selectMoveCounts = prepared((db) => prepareCounts(db, ASKS_FOR_MOVE, bookings.moveAskedAt))

/**
 * Counts the unanswered requests, including those whose time has passed, and the moves that patients ask for.
 */
export function countOpenRequests(ctx: Ctx) {
  const lateBefore = ctx.now - UNANSWERED_AFTER
  const requests = selectRequestCounts(ctx.db).get({ lateBefore })
  const moves = selectMoveCounts(ctx.db).get({ lateBefore })
  return {
    count: (requests?.count ?? 0) + (moves?.count ?? 0),
    /** Requests and moves that have waited for longer than `UNANSWERED_AFTER`. */
    late: (requests?.late ?? 0) + (moves?.late ?? 0),
    /** Requests that were made while a harder bot check was due. */
    marked: requests?.marked ?? 0,
  }
}

/**
 * Lists the unanswered requests and the bookings whose patient asks for another time. Those that have waited
 * for longer than `UNANSWERED_AFTER` come first, the soonest appointment before the later ones; then the
 * others, the longest waiting first (docs/behaviour.md 12.19).
 * @param resourceId limits them to bookings that this resource has, or is asked for by a move
 */
export function listOpenRequests(ctx: Ctx, resourceId?: string): ListedBooking[] {
  const requests = selectListed(ctx, IS_REQUESTED, asc(bookings.createdAt)).all()
  const moves = selectListed(ctx, ASKS_FOR_MOVE, BY_INDEX).all()
  const openRequests = [...requests, ...moves].filter(
    ({ booking }) =>
      resourceId === undefined || booking.resourceId === resourceId || asksFor(booking, resourceId),
  )
  const { late = [], recent = [] } = Object.groupBy(openRequests, ({ booking }) =>
    waitingSince(booking) < ctx.now - UNANSWERED_AFTER ? 'late' : 'recent',
  )
  return [
    ...late.toSorted((a, b) => soonestStart(a.booking) - soonestStart(b.booking)),
    ...recent.toSorted((a, b) => waitingSince(a.booking) - waitingSince(b.booking)),
  ]
}

/** Returns the start until which a decision is needed; of a move, the earlier of its two starts. */
function soonestStart({ startsAt, moveToAt }: Booking): Instant {
  return Math.min(startsAt, moveToAt ?? startsAt)
}

/**
 * Lists the bookings whose patient asks for a start from `from` on and before `to`.
 * @param resourceId limits them to those that ask for this resource
 */
export function listMoves(ctx: Ctx, from: Instant, to: Instant, resourceId?: string): ListedBooking[] {
  const isWithin = and(ASKS_FOR_MOVE, gte(bookings.moveToAt, from), lt(bookings.moveToAt, to))
  return selectListed(ctx, isWithin, BY_INDEX)
    .all()
    .filter(({ booking }) => resourceId === undefined || asksFor(booking, resourceId))
}

/** Returns whether the booking has this resource once the move is confirmed. */
function asksFor(booking: Booking, resourceId: string): boolean {
  return (booking.moveToResourceId ?? booking.resourceId) === resourceId
}

/** Returns the instant since which the patient waits for a decision. */
export function waitingSince({ moveAskedAt, createdAt }: Booking): Instant {
  return moveAskedAt ?? createdAt
}
