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
  sql,
} from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, events, occupations, services } from '../db/schema.ts'
import { type Day, dayNumber, type Instant } from '../shared/day.ts'
import { patientFilter } from '../shared/patient-search.ts'
import { Problem } from '../shared/problems.ts'
import { startOfDay } from '../time/vienna.ts'

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
    /** See `patientFilter`. */
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
  const search = filter.search ?? ''
  if (search.trim() === '') {
    const which = within(ctx, filter)
    const total = ctx.db.select({ total: count() }).from(bookings).where(which).get()?.total ?? 0
    return { bookings: selectListed(ctx, which, startsIn(filter)).limit(limit).offset(offset).all(), total }
  }
  const found = findPatients(ctx, filter, search)
  const page = found.slice(offset, offset + limit)
  const listed = selectListed(ctx, inArray(bookings.id, page), startsIn(filter)).all()
  return { bookings: listed, total: found.length }
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

/** Compares in JavaScript, because SQLite folds the case of ASCII letters only. */
function findPatients(ctx: Ctx, filter: BookingFilter, search: string): string[] {
  const { id, firstName, lastName, email, mobile } = bookings
  const matches = patientFilter(search)
  return ctx.db
    .select({ id, firstName, lastName, email, mobile })
    .from(bookings)
    .where(within(ctx, filter))
    .orderBy(startsIn(filter), asc(bookings.id))
    .all()
    .filter(matches)
    .map((found) => found.id)
}

/** The order of a list. */
function startsIn({ when }: BookingFilter): SQL {
  return (when === 'past' ? desc : asc)(bookings.startsAt)
}

function within({ now }: Ctx, { from, to, status, when }: BookingFilter): SQL | undefined {
  return and(
    when && (when === 'past' ? lte : gt)(bookings.endsAt, now),
    from === undefined ? undefined : gte(bookings.startsAt, startOf(from)),
    to === undefined ? undefined : lt(bookings.startsAt, endOf(to)),
    status === undefined ? undefined : eq(bookings.status, status),
  )
}

function startOf(day: Day): Instant {
  return startOfDay(dayNumber(day))
}

function endOf(day: Day): Instant {
  return startOfDay(dayNumber(day) + 1)
}
