import { and, asc, count, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, bookingSearch, bookings, events, occupations, services } from '../db/schema.ts'
import { STANDING_STATUSES } from '../shared/booking.ts'
import type { DayNumber, Interval } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import {
  type BookingFilter,
  bookingOverlaps,
  bookingStartsOn,
  orderByStart,
  searchSource,
} from './booking-filter.ts'

/** A booking with the facts that lists show beside it. */
export type ListedBooking = Readonly<{
  booking: Booking
  /** Whether the present service is for first visits; false for a deleted service. */
  isFirstVisit: boolean
  /** Minutes between the starts of the present service; the booking's length for a deleted service. */
  stepMin: number
  /** The number of appointments in its series; 0 for a single one. */
  seriesCount: number
}>

/** The most rows that a list returns, and the number of rows that it skips before them. */
export type Page = Readonly<{ limit: number; offset: number }>

/** A row of a booking's history. */
export type BookingEvent = typeof events.$inferSelect

/**
 * Lists one page of the matching bookings, and counts all. With `filter.when`, the bookings nearest to now
 * come first.
 */
export function listBookings(
  ctx: Ctx,
  filter: BookingFilter,
  { limit, offset }: Page,
): { bookings: ListedBooking[]; total: number } {
  const { source, condition, startRank } = searchSource(ctx, filter)
  const total = ctx.db.select({ total: count() }).from(source).where(condition).get()?.total ?? 0
  const page = ctx.db
    .select({ id: sql<string>`${bookingSearch.bookingId}` })
    .from(source)
    .where(condition)
    .orderBy(orderByStart(filter, startRank))
    .limit(limit)
    .offset(offset)
    .all()
  return { bookings: listFoundBookings(ctx, page, filter), total }
}

/** Lists the bookings in any status whose time overlaps the interval, by start. */
export function listBookingsOverlapping(ctx: Ctx, interval: Interval): ListedBooking[] {
  return selectListed(ctx, bookingOverlaps(interval)).all()
}

/**
 * Lists the requested and confirmed appointments of a Vienna day, by start.
 * @param resourceId limits them to this resource
 */
export function listAppointmentsOfDay(ctx: Ctx, day: DayNumber, resourceId?: string): ListedBooking[] {
  const isStanding = inArray(bookings.status, STANDING_STATUSES)
  const isOfResource = resourceId === undefined ? undefined : eq(bookings.resourceId, resourceId)
  return selectListed(ctx, and(isStanding, bookingStartsOn(day, day + 1), isOfResource)).all()
}

/** Returns one booking with the facts of a list. @throws Problem 'not found' */
export function getListedBooking(ctx: Ctx, id: string): ListedBooking {
  const listed = selectListed(ctx, eq(bookings.id, id)).get()
  if (listed === undefined) throw new Problem('not found')
  return listed
}

/** Lists the events of a booking, oldest first. */
export function listEvents(ctx: Ctx, bookingId: string): BookingEvent[] {
  return ctx.db
    .select()
    .from(events)
    .where(eq(events.bookingId, bookingId))
    .orderBy(asc(events.at), asc(events.id))
    .all()
}

/** Reads the bookings that the search table has found, in the order of the filter. */
export function listFoundBookings(
  ctx: Ctx,
  found: readonly { id: string }[],
  filter: BookingFilter,
): ListedBooking[] {
  const ids = found.map(({ id }) => id)
  return selectListed(ctx, inArray(bookings.id, ids), orderByStart(filter)).all()
}

/**
 * Returns the query behind all lists of bookings, which leave out anonymised ones.
 * @param condition may also use the columns of services, and of the booking's occupation
 */
export function selectListed(ctx: Ctx, condition: SQL | undefined, order: SQL = asc(bookings.startsAt)) {
  return (
    ctx.db
      .select({
        booking: getTableColumns(bookings),
        isFirstVisit: sql`coalesce(${services.firstVisit}, 0)`.mapWith(Boolean),
        seriesCount: sql<number>`case when ${bookings.seriesId} is null then 0 else
        (select count(*) from bookings series where series.series_id = ${bookings.seriesId}) end`,
        // A step of 0 means the length of the appointment.
        stepMin: sql<number>`coalesce(nullif(${services.stepMin}, 0), ${bookings.durationMin})`,
      })
      .from(bookings)
      // Callers' conditions read the occupation, of which a booking has at most one.
      .leftJoin(occupations, eq(occupations.bookingId, bookings.id))
      .leftJoin(services, eq(services.id, bookings.serviceId))
      .where(and(eq(bookings.anonymised, false), condition))
      .orderBy(order, asc(bookings.id))
  )
}
