import { and, gt, lt, sql } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { bookingSearch } from '../db/schema.ts'
import { resourceNameById } from '../schedule/resources.ts'
import { type BookingFilter, orderByStart, searchSource } from './booking-filter.ts'
import { type ListedBooking, listFoundBookings } from './booking-list.ts'

/** Bookings in one page of an export. Reading a page blocks the process for a few milliseconds only. */
const BOOKINGS_PER_PAGE = 100

type ExportPage = Readonly<{
  listed: ListedBooking[]
  /** The rank of the page's last booking (`searchSource`); undefined for an empty page. */
  lastRank: number | undefined
}>

/**
 * Lists all matching bookings in pages for an export, and records the export and its range in the audit.
 * Other requests run between the pages, so a booking that is moved meanwhile can be missing or listed twice.
 */
export function exportBookings(ctx: Ctx, filter: Omit<BookingFilter, 'search'>): Iterable<ListedBooking[]> {
  const firstPage = inTx(ctx, () => {
    // In the audit, dots mark an open end of the range.
    const { from = '…', to = '…', status, when, resourceId } = filter
    const resourceName = resourceId && resourceNameById(ctx, resourceId)
    const criteria = [`${from} bis ${to}`, status, when, resourceName].filter(Boolean)
    recordAudit(ctx, 'bookings-exported', criteria.join(', '))
    return readPage(ctx, filter)
  })
  return pagesFrom(ctx, filter, firstPage)
}

/** Yields the first page and reads each further one on demand, until a page is empty. */
function* pagesFrom(ctx: Ctx, filter: BookingFilter, firstPage: ExportPage): Generator<ListedBooking[]> {
  let page = firstPage
  while (page.lastRank !== undefined) {
    yield page.listed
    page = readPage(ctx, filter, page.lastRank)
  }
}

/** Reads the page that follows the rank `after`, or the first page. */
function readPage(ctx: Ctx, filter: BookingFilter, after?: number): ExportPage {
  const { source, condition, startRank } = searchSource(ctx, filter)
  const comesAfter = filter.when === 'past' ? lt : gt
  const following = after === undefined ? undefined : comesAfter(startRank, after)
  const rows = ctx.db
    .select({ id: sql<string>`${bookingSearch.bookingId}`, startRank })
    .from(source)
    .where(and(condition, following))
    .orderBy(orderByStart(filter, startRank))
    .limit(BOOKINGS_PER_PAGE)
    .all()
  return { listed: listFoundBookings(ctx, rows, filter), lastRank: rows.at(-1)?.startRank }
}
