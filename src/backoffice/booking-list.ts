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
import { DAY_LENGTH, type Day, dayNumber } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { SERVICE_DEFAULTS } from '../shared/service/service.ts'
import { startOfDay } from '../time/vienna.ts'

/** A booking with the facts that lists show beside it. */
export type ListedBooking = Readonly<{
  booking: Booking
  /** The resource whose time it takes or took. */
  resourceId: string
  /** By its present service; false for a deleted one. */
  firstVisit: boolean
  /** Minutes between the starts that its present service offers; of a deleted one its length. */
  stepMin: number
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

/** So few that they are read within a few milliseconds. */
const EXPORT_PAGE = 100
type ExportPage = Readonly<{ listed: ListedBooking[]; last: number | undefined }>

export type BookingEvent = typeof events.$inferSelect

/** One page of the bookings that match, and how many match in all. Where `when` is given, the nearest to now come first. */
export function listBookings(
  ctx: Ctx,
  filter: BookingFilter,
  { limit, offset }: Page,
): { bookings: ListedBooking[]; total: number } {
  const { source, which, place } = search(ctx, filter)
  const total = ctx.db.select({ total: count() }).from(source).where(which).get()?.total ?? 0
  const page = ctx.db
    .select({ id: sql<string>`${bookingSearch.bookingId}` })
    .from(source)
    .where(which)
    .orderBy(orderByStart(filter, place))
    .limit(limit)
    .offset(offset)
    .all()
  return { bookings: selectById(ctx, page, filter), total }
}

/** All that match, by start. */
export function listAllBookings(ctx: Ctx, filter: Omit<BookingFilter, 'search'>): ListedBooking[] {
  return selectListed(ctx, matching(ctx, filter), orderByStart(filter)).all()
}

/**
 * As `listAllBookings`, for an export, which the audit records with its range. Other requests run between the pages, so a booking
 * that is moved meanwhile can be missing, or be there twice.
 */
export function exportBookings(ctx: Ctx, filter: Omit<BookingFilter, 'search'>): Iterable<ListedBooking[]> {
  const first = inTx(ctx, () => {
    const { from = '…', to = '…', status, when } = filter
    recordAudit(ctx, 'bookings-exported', [`${from} bis ${to}`, status, when].filter(Boolean).join(', '))
    return readPage(ctx, filter)
  })
  return readFollowing(ctx, filter, first)
}

function* readFollowing(ctx: Ctx, filter: BookingFilter, first: ExportPage): Generator<ListedBooking[]> {
  for (let page = first; page.last !== undefined; page = readPage(ctx, filter, page.last)) yield page.listed
}

/** The bookings that come after the place where the page before ends. */
function readPage(ctx: Ctx, filter: BookingFilter, after?: number): ExportPage {
  const { source, which, place } = search(ctx, filter)
  const beyond = after === undefined ? undefined : (filter.when === 'past' ? lt : gt)(place, after)
  const found = ctx.db
    .select({ id: sql<string>`${bookingSearch.bookingId}`, place })
    .from(source)
    .where(and(which, beyond))
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

/** The events of a booking, oldest first. */
export function listEvents(ctx: Ctx, bookingId: string): BookingEvent[] {
  return ctx.db
    .select()
    .from(events)
    .where(eq(events.bookingId, bookingId))
    .orderBy(asc(events.at), asc(events.id))
    .all()
}

/** The query behind all lists of bookings, which have none that is anonymised. `which` may also use the columns of services and occupations. */
export function selectListed(ctx: Ctx, which: SQL | undefined, order: SQL = asc(bookings.startsAt)) {
  return ctx.db
    .select({
      booking: getTableColumns(bookings),
      resourceId: sql<string>`coalesce(${occupations.resourceId}, ${services.resourceId}, ${SERVICE_DEFAULTS.resource_id})`,
      firstVisit: sql`coalesce(${services.firstVisit}, 0)`.mapWith(Boolean),
      stepMin: sql<number>`coalesce(nullif(${services.stepMin}, 0), ${bookings.durationMin})`,
    })
    .from(bookings)
    .leftJoin(occupations, eq(occupations.bookingId, bookings.id))
    .leftJoin(services, eq(services.id, bookings.serviceId))
    .where(and(eq(bookings.anonymised, false), which))
    .orderBy(order, asc(bookings.id))
}

/**
 * Where the matching bookings are found. Both tables number their rows in the order of the starts (`place`), so the number orders
 * and filters as the start would, and only one page is read.
 */
function search(ctx: Ctx, filter: BookingFilter) {
  const query = patientQuery(filter.search ?? '')
  const place = sql<number>`${sql.raw(query === undefined ? 'booking_search.id' : 'booking_search_index.rowid')}`
  const filtered = matching(ctx, filter, { ...bookingSearch, startsAt: place })
  if (query === undefined) return { source: sql`booking_search`, place, which: filtered }
  return {
    source: sql`booking_search_index inner join booking_search on booking_search.id = booking_search_index.rowid`,
    place,
    which: and(sql`booking_search_index match ${query}`, filtered),
  }
}

function selectById(ctx: Ctx, found: readonly { id: string }[], filter: BookingFilter): ListedBooking[] {
  const ids = found.map(({ id }) => id)
  return selectListed(ctx, inArray(bookings.id, ids), orderByStart(filter)).all()
}

/** The order of a list. */
function orderByStart({ when }: BookingFilter, startsAt: SQLWrapper = bookings.startsAt): SQL {
  return (when === 'past' ? desc : asc)(startsAt)
}

/** Columns with the facts of a booking. */
type Columns = Readonly<Record<'startsAt' | 'endsAt' | 'status', SQLWrapper>>

/** No appointment is longer than a day, so a coming one starts after this time yesterday. With that, the index of starts serves both ends. */
function matching(
  { now }: Ctx,
  { from, to, status, when }: BookingFilter,
  columns: Columns = bookings,
): SQL | undefined {
  const { startsAt, endsAt } = columns
  return and(
    when && (when === 'past' ? lte(endsAt, now) : and(gt(endsAt, now), gt(startsAt, now - DAY_LENGTH))),
    from === undefined ? undefined : gte(startsAt, startOfDay(dayNumber(from))),
    to === undefined ? undefined : lt(startsAt, startOfDay(dayNumber(to) + 1)),
    status === undefined ? undefined : eq(columns.status, status),
  )
}

/**
 * The search as an FTS5 query for `booking_search_index`, or undefined for an empty search, which matches everyone. A patient
 * matches when the name or e-mail address contains each word of the search, or when the phone number contains the whole search.
 * Of words with one or two letters only the beginning of a name or address counts (docs/behaviour.md 12.20).
 */
export function patientQuery(search: string): string | undefined {
  const text = search.normalize('NFC').replace(/\p{C}/gu, ' ').toLowerCase().replaceAll('ß', 'ss')
  const words = new Set(text.split(/\s+/).filter((word) => word !== ''))
  if (words.size === 0) return undefined
  const names = [...words].map(spellings).join(' AND ')
  const digits = subscriberDigits(text)
  return `names : (${names})${digits === undefined ? '' : ` OR phone : ${phrase(digits)}`}`
}

/** The word, or the form of it in which Mueller and Müller are equal, once the index has removed the accents. */
function spellings(word: string): string {
  const forms = new Set([word, word.replace(/([aou])e/g, '$1')])
  return `(${[...forms].map(phrase).join(' OR ')})`
}

/** Quoted, so that nothing in it is an operator. Shorter than a trigram it becomes the beginning of a word. */
function phrase(text: string): string {
  const missing = Math.max(0, 3 - [...text].length)
  return `"${' '.repeat(missing)}${text.replaceAll('"', '""')}"`
}

/** The digits that `0664 …`, `+43 664 …` and `0043664…` have in common; undefined for a text that is no phone number. */
function subscriberDigits(typed: string): string | undefined {
  const number = typed.replace(/[\s()/.-]/g, '')
  if (!/^\+?\d{3,}$/.test(number)) return undefined
  return number.replace(/^(?:\+43|0043|00|0|\+)/, '') || undefined
}
