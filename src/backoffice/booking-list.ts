import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  lte,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookingSearch, bookings, events, occupations, services } from '../db/schema.ts'
import { DAY_LENGTH, type Day, dayNumber, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { startOfDay } from '../time/vienna.ts'
import { patientQuery } from './patient-search.ts'

/** A booking with the facts that lists show beside it. */
export type ListedBooking = Readonly<{
  booking: Booking
  /** The resource whose time it takes or took. */
  resourceId: string
  /** By its present service; false for a deleted one. */
  firstVisit: boolean
}>

/** Vienna days, both included; a missing one is no limit. */
export type Range = Readonly<{ from?: Day | undefined; to?: Day | undefined }>

export type BookingFilter = Range &
  Readonly<{
    status?: Booking['status'] | undefined
    /** The past begins when an appointment ends; it is listed backwards. */
    when?: 'coming' | 'past' | undefined
    /** See `patientQuery`. */
    search?: string
  }>

export type Page = Readonly<{ limit: number; offset: number }>

export type BookingEvent = typeof events.$inferSelect

/** One page of the bookings that match, the one next to now first where `when` is given, and how many match in all. */
export function listBookings(
  ctx: Ctx,
  filter: BookingFilter,
  { limit, offset }: Page,
): { bookings: ListedBooking[]; total: number } {
  const { source, which, startsAt } = search(ctx, filter)
  const total = ctx.db.select({ total: count() }).from(source).where(which).get()?.total ?? 0
  const page = ctx.db
    .select({ id: sql<string>`${bookingSearch.bookingId}` })
    .from(source)
    .where(which)
    .orderBy(startsIn(filter, startsAt))
    .limit(limit)
    .offset(offset)
    .all()
  const listed = inArray(
    bookings.id,
    page.map(({ id }) => id),
  )
  return { bookings: selectListed(ctx, listed, startsIn(filter)).all(), total }
}

/** All that match, by start. */
export function listAllBookings(ctx: Ctx, filter: Omit<BookingFilter, 'search'>): ListedBooking[] {
  return selectListed(ctx, within(ctx, filter), startsIn(filter)).all()
}

/** As `listAllBookings`, for an export, which the audit records with its range. */
export function exportBookings(ctx: Ctx, filter: Omit<BookingFilter, 'search'>): ListedBooking[] {
  return inTx(ctx, () => {
    const { from = '…', to = '…', status, when } = filter
    recordAudit(ctx, 'bookings-exported', [`${from} bis ${to}`, status, when].filter(Boolean).join(', '))
    return listAllBookings(ctx, filter)
  })
}

/** @throws Problem 'not found' */
export function getListedBooking(ctx: Ctx, id: string): ListedBooking {
  const found = selectListed(ctx, eq(bookings.id, id)).all()[0]
  if (found === undefined) throw new Problem('not found')
  return found
}

/** The events of a booking, oldest first. */
export function listEvents(ctx: Ctx, bookingId: string): BookingEvent[] {
  return ctx.db
    .select()
    .from(events)
    .where(eq(events.bookingId, bookingId))
    .orderBy(asc(events.at), asc(events.id))
    .all()
}

/** The query behind all lists of bookings. `which` may also use the columns of services and occupations. */
export function selectListed(ctx: Ctx, which: SQL | undefined, order: SQL = asc(bookings.startsAt)) {
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
    .orderBy(order, asc(bookings.id))
}

/** Where the matching bookings are found. Both tables have them in the order of their starts, so that only one page is read. */
function search(ctx: Ctx, filter: BookingFilter) {
  const query = patientQuery(filter.search ?? '')
  if (query === undefined) {
    const startsAt = sql`booking_search.id`
    return {
      source: sql`booking_search`,
      startsAt,
      which: within(ctx, filter, { ...bookingSearch, startsAt }),
    }
  }
  const startsAt = sql`booking_search_index.rowid`
  return {
    source: sql`booking_search_index inner join booking_search on booking_search.id = booking_search_index.rowid`,
    startsAt,
    which: and(sql`booking_search_index match ${query}`, within(ctx, filter, { ...bookingSearch, startsAt })),
  }
}

/** The order of a list. */
function startsIn({ when }: BookingFilter, startsAt: SQLWrapper = bookings.startsAt): SQL {
  return (when === 'past' ? desc : asc)(startsAt)
}

/** Columns with the facts of a booking. */
type Columns = Readonly<Record<'startsAt' | 'endsAt' | 'status', SQLWrapper>>

/** A coming appointment starts after this time yesterday, because none is longer than a day; so the index of starts serves both ends. */
function within(
  { now }: Ctx,
  { from, to, status, when }: BookingFilter,
  columns: Columns = bookings,
): SQL | undefined {
  const { startsAt, endsAt } = columns
  return and(
    when && (when === 'past' ? lte(endsAt, now) : and(gt(endsAt, now), gt(startsAt, now - DAY_LENGTH))),
    from === undefined ? undefined : gte(startsAt, startOf(from)),
    to === undefined ? undefined : lt(startsAt, endOf(to)),
    status === undefined ? undefined : eq(columns.status, status),
  )
}

function startOf(day: Day): Instant {
  return startOfDay(dayNumber(day))
}

function endOf(day: Day): Instant {
  return startOfDay(dayNumber(day) + 1)
}
