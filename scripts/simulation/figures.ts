import { eq } from 'drizzle-orm'
import { type Booking, bookings } from '../../src/db/schema.ts'
import { mergeIntervals, subtractIntervals } from '../../src/schedule/intervals.ts'
import { listResources } from '../../src/schedule/resources.ts'
import { type Interval, MINUTE } from '../../src/shared/day.ts'
import type { Year } from './year.ts'

/** Returns the figures of the year, with their names. */
export function summarise(year: Year): Record<string, string | number> {
  const { ctx, db, daysGained } = year
  const doctorIds = listResources(ctx()).map(({ id }) => id)
  const visits = listVisits(year)
  const visitsTo = (doctorId: string) => visits.filter(({ resourceId }) => resourceId === doctorId)
  const { freed, used } = sumFreed(year, doctorIds, visitsTo)
  const countRows = (sql: string) => db.$client.prepare(sql).pluck().get()
  const offers = countRows('select count(*) from offers')
  const takenOffers = countRows(`select count(*) from offers where status = 'taken'`)
  const countMessages = (channel: string) =>
    countRows(`select count(*) from messages where kind = 'offer' and channel = '${channel}'`)
  const meanDaysGained = daysGained.reduce((sum, days) => sum + days, 0) / Math.max(1, daysGained.length)
  return {
    'minutes freed by cancellations': freed,
    'of these used in the end': `${used} (${Math.round((100 * used) / freed)} %)`,
    'minutes of kept appointments': minutesOf(visits),
    'offers, of which taken': `${offers}, ${takenOffers}`,
    'e-mails and SMS with offers': `${countMessages('email')}, ${countMessages('sms')}`,
    'days earlier, of a taken offer': `${meanDaysGained.toFixed(1)} on average`,
    ...(doctorIds.length > 1 && {
      'kept appointments of each doctor': doctorIds.map((id) => visitsTo(id).length).join(', '),
    }),
  }
}

/** Lists the appointments that have taken place. */
function listVisits({ db, now }: Year): Booking[] {
  return db
    .select()
    .from(bookings)
    .where(eq(bookings.status, 'confirmed'))
    .all()
    .filter(({ startsAt }) => startsAt < now)
}

/**
 * Returns the minutes that cancellations have freed so far, and how many of them somebody else has used.
 */
function sumFreed(
  { cancelled, now }: Year,
  doctorIds: readonly string[],
  visitsTo: (doctorId: string) => readonly Interval[],
): Readonly<{ freed: number; used: number }> {
  const past = cancelled.filter(({ startsAt }) => startsAt < now)
  const sums = doctorIds.map((id) => {
    // The intervals are merged, because a time that was cancelled twice must count once.
    const freed = mergeIntervals(past.filter(({ resourceId }) => resourceId === id))
    return { freed, unused: subtractIntervals(freed, visitsTo(id)) }
  })
  const freed = minutesOf(sums.flatMap((each) => each.freed))
  return { freed, used: freed - minutesOf(sums.flatMap((each) => each.unused)) }
}

/** Returns the length of all intervals, in minutes. */
function minutesOf(times: readonly Interval[]): number {
  return Math.round(times.reduce((sum, { startsAt, endsAt }) => sum + (endsAt - startsAt) / MINUTE, 0))
}
