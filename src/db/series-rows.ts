import { and, asc, count, eq, inArray, max } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { STANDING_STATUSES } from '../shared/booking.ts'
import type { Instant } from '../shared/day.ts'
import type { SeriesPlace } from '../shared/series.ts'
import { type Booking, bookings } from './schema.ts'

/** The columns of a booking that say its place in a series; null without one. */
type SeriesColumns = Pick<Booking, 'seriesId' | 'seriesPosition'>

/** Lists the appointments of a series in any status, by position; none without a series. */
export function listSeries(
  { db }: Pick<Ctx, 'db'>,
  { seriesId }: Pick<SeriesColumns, 'seriesId'>,
): Booking[] {
  if (seriesId === null) return []
  return db
    .select()
    .from(bookings)
    .where(eq(bookings.seriesId, seriesId))
    .orderBy(asc(bookings.seriesPosition))
    .all()
}

/** Returns the position of an appointment in its series; undefined without a series. */
export function findSeriesPlace(
  { db }: Pick<Ctx, 'db'>,
  { seriesId, seriesPosition }: SeriesColumns,
): SeriesPlace | undefined {
  if (seriesId === null || seriesPosition === null) return undefined
  const found = db.select({ count: count() }).from(bookings).where(eq(bookings.seriesId, seriesId)).get()
  return { position: seriesPosition, count: found?.count ?? 0 }
}

/**
 * Returns the latest start of an appointment of the series with one of `STANDING_STATUSES`; undefined when
 * there is none.
 */
export function findLastStandingStart({ db }: Pick<Ctx, 'db'>, seriesId: string): Instant | undefined {
  const standing = and(eq(bookings.seriesId, seriesId), inArray(bookings.status, STANDING_STATUSES))
  const latest = db
    .select({ startsAt: max(bookings.startsAt) })
    .from(bookings)
    .where(standing)
    .get()
  return latest?.startsAt ?? undefined
}
