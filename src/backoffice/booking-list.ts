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
import { nameById } from '../schedule/resources.ts'
import { DAY_LENGTH, type Day, dayNumber } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { startOfDay } from '../time/vienna.ts'
import { patientQuery } from './search-query.ts'

/** A booking with the facts that lists show beside it. */
export type ListedBooking = Readonly<{
  booking: Booking
  /** The resource whose time it takes or took. */
  resourceId: string
  /** Whether the present service is for first visits; false for a deleted service. */
  firstVisit: boolean
  /** Minutes between the starts of the present service; the booking's length for a deleted service. */
  stepMin: number
  /** The number of appointments in its series; 0 for a single one. */
  seriesCount: number
}>

/** Vienna days, both included. A missing day sets no limit. */
export type Range = Readonly<{ from?: Day | undefined; to?: Day | undefined }>

export type BookingFilter = Range &
  Readonly<{
    status?: Booking['status'] | undefined
    /** The past begins when an appointment ends; it is listed backwards. */
    when?: 'coming' | 'past' | undefined
    /** Words of a name or an e-mail address, or a phone number, as `patientQuery` reads them. */
    search?: string
    /** The id of a resource; undefined for all. */
    resource?: string | undefined
  }>

export type Page = Readonly<{ limit: number; offset: number }>

/** Bookings in one page of an export. Reading a page blocks the process for a few milliseconds only. */
const EXPORT_PAGE = 100
type ExportPage = Readonly<{ listed: ListedBooking[]; last: number | undefined }>

export type BookingEvent = typeof events.$inferSelect

/**
 * Lists one page of the matching bookings, and counts all. With `when`, the bookings nearest to now come
 * first.
 */
export function listBookings(
  ctx: Ctx,
  filter: BookingFilter,
  { limit, offset }: Page,
): { bookings: ListedBooking[]; total: number } {
  const { source, condition, place } = searchSource(ctx, filter)
  const total = ctx.db.select({ total: count() }).from(source).where(condition).get()?.total ?? 0
  const page = ctx.db
    .select({ id: sql<string>`${bookingSearch.bookingId}` })
    .from(source)
    .where(condition)
    .orderBy(orderByStart(filter, place))
    .limit(limit)
    .offset(offset)
    .all()
  return { bookings: selectById(ctx, page, filter), total }
}

/** Lists all matching bookings, by start. */
export function listAllBookings(
  ctx: Ctx,
  filter: Omit<BookingFilter, 'search' | 'resource'>,
): ListedBooking[] {
  return selectListed(ctx, matching(ctx, filter), orderByStart(filter)).all()
}

/**
 * Lists all matching bookings in pages for an export, and records the export and its range in the audit.
 * Other requests run between the pages, so a booking that is moved meanwhile can be missing or listed twice.
 */
export function exportBookings(ctx: Ctx, filter: Omit<BookingFilter, 'search'>): Iterable<ListedBooking[]> {
  const first = inTx(ctx, () => {
    const { from = '…', to = '…', status, when, resource } = filter
    const resourceName = resource && nameById(ctx, resource)
    const criteria = [`${from} bis ${to}`, status, when, resourceName].filter(Boolean)
    recordAudit(ctx, 'bookings-exported', criteria.join(', '))
    return readPage(ctx, filter)
  })
  return readFollowing(ctx, filter, first)
}

function* readFollowing(ctx: Ctx, filter: BookingFilter, first: ExportPage): Generator<ListedBooking[]> {
  for (let page = first; page.last !== undefined; page = readPage(ctx, filter, page.last)) yield page.listed
}

/** Reads the page that follows the place `after`, or the first page. */
function readPage(ctx: Ctx, filter: BookingFilter, after?: number): ExportPage {
  const { source, condition, place } = searchSource(ctx, filter)
  const following = after === undefined ? undefined : (filter.when === 'past' ? lt : gt)(place, after)
  const found = ctx.db
    .select({ id: sql<string>`${bookingSearch.bookingId}`, place })
    .from(source)
    .where(and(condition, following))
    .orderBy(orderByStart(filter, place))
    .limit(EXPORT_PAGE)
    .all()
  return { listed: selectById(ctx, found, filter), last: found.at(-1)?.place }
}

/** @throws Problem 'not found' */
export function getListedBooking(ctx: Ctx, id: string): ListedBooking {
  const found = selectListed(ctx, eq(bookings.id, id)).all()[0]
  if (found === undefined) throw new Problem('not found')
  return found
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

/**
 * Returns the query behind all lists of bookings, which leave out anonymised ones.
 * @param condition may also use the columns of services and occupations
 */
export function selectListed(ctx: Ctx, condition: SQL | undefined, order: SQL = asc(bookings.startsAt)) {
  return ctx.db
    .select({
      booking: getTableColumns(bookings),
      resourceId: bookings.resourceId,
      firstVisit: sql`coalesce(${services.firstVisit}, 0)`.mapWith(Boolean),
      seriesCount: sql<number>`case when ${bookings.seriesId} is null then 0 else
        (select count(*) from bookings series where series.series_id = ${bookings.seriesId}) end`,
      stepMin: sql<number>`coalesce(nullif(${services.stepMin}, 0), ${bookings.durationMin})`,
    })
    .from(bookings)
    .leftJoin(occupations, eq(occupations.bookingId, bookings.id))
    .leftJoin(services, eq(services.id, bookings.serviceId))
    .where(and(eq(bookings.anonymised, false), condition))
    .orderBy(order, asc(bookings.id))
}

/**
 * Returns the table and the condition that find the matching bookings. Both tables number their rows in the
 * order of the starts (`place`). The number orders and filters like the start, so that SQLite reads one page
 * only.
 */
function searchSource(ctx: Ctx, filter: BookingFilter) {
  const query = patientQuery(filter.search ?? '')
  const place = sql<number>`${sql.raw(query === undefined ? 'booking_search.id' : 'booking_search_index.rowid')}`
  const filtered = and(
    matching(ctx, filter, { ...bookingSearch, startsAt: place }),
    filter.resource === undefined ? undefined : isOfResource(filter.resource),
  )
  if (query === undefined) return { source: sql`booking_search`, place, condition: filtered }
  return {
    source: sql`booking_search_index inner join booking_search on booking_search.id = booking_search_index.rowid`,
    place,
    condition: and(sql`booking_search_index match ${query}`, filtered),
  }
}

function isOfResource(resource: string): SQL {
  return sql`exists (select 1 from ${bookings} where ${bookings.id} = ${bookingSearch.bookingId} and ${bookings.resourceId} = ${resource})`
}

function selectById(ctx: Ctx, found: readonly { id: string }[], filter: BookingFilter): ListedBooking[] {
  const ids = found.map(({ id }) => id)
  return selectListed(ctx, inArray(bookings.id, ids), orderByStart(filter)).all()
}

function orderByStart({ when }: BookingFilter, startsAt: SQLWrapper = bookings.startsAt): SQL {
  return (when === 'past' ? desc : asc)(startsAt)
}

/** The columns that a filter reads, of bookings or of the search table. */
type FilteredColumns = Readonly<Record<'startsAt' | 'endsAt' | 'status', SQLWrapper>>

/**
 * Returns the condition of a filter. A coming appointment starts after this time yesterday, because none is
 * longer than a day. With that, the index of starts serves both ends of the range.
 */
function matching(
  { now }: Ctx,
  { from, to, status, when }: BookingFilter,
  columns: FilteredColumns = bookings,
): SQL | undefined {
  const { startsAt, endsAt } = columns
  return and(
    when && (when === 'past' ? lte(endsAt, now) : and(gt(endsAt, now), gt(startsAt, now - DAY_LENGTH))),
    from === undefined ? undefined : gte(startsAt, startOfDay(dayNumber(from))),
    to === undefined ? undefined : lt(startsAt, startOfDay(dayNumber(to) + 1)),
    status === undefined ? undefined : eq(columns.status, status),
  )
}
