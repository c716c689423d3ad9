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
  const kept = listKept(year)
  const keptBy = (id: string) => kept.filter(({ resourceId }) => resourceId === id)
  const { freed, used } = sumFreed(year, doctorIds, keptBy)
  const count = (rows: string) => db.$client.prepare(`select count(*) from ${rows}`).pluck().get()
  const offered = (channel: string) => count(`messages where kind = 'offer' and channel = '${channel}'`)
  const earlier = daysGained.reduce((sum, days) => sum + days, 0) / Math.max(1, daysGained.length)
  return {
    'minutes freed by cancellations': freed,
    'of these used in the end': `${used} (${Math.round((100 * used) / freed)} %)`,
    'minutes of kept appointments': minutesOf(kept),
    'offers, of which taken': `${count('offers')}, ${count(`offers where status = 'taken'`)}`,
    'e-mails and SMS with offers': `${offered('email')}, ${offered('sms')}`,
    'days earlier, of a taken offer': `${earlier.toFixed(1)} on average`,
    ...(doctorIds.length > 1 && {
      'kept appointments of each doctor': doctorIds.map((id) => keptBy(id).length).join(', '),
    }),
  }
}

function listKept({ db, now }: Year): Booking[] {
  return db
    .select()
    .from(bookings)
    .where(eq(bookings.status, 'confirmed'))
    .all()
    .filter(({ startsAt }) => startsAt < now)
}

/** Returns the minutes that cancellations have freed until now, and how many of them were used in the end. */
function sumFreed(
  { cancelled, now }: Year,
  doctorIds: readonly string[],
  keptBy: (doctorId: string) => readonly Interval[],
): Readonly<{ freed: number; used: number }> {
  const past = cancelled.filter(({ startsAt }) => startsAt < now)
  const sums = doctorIds.map((id) => {
    // Merging counts each minute once, because a time can be cancelled more than once.
    const freed = mergeIntervals(past.filter(({ resourceId }) => resourceId === id))
    return { freed, unused: subtractIntervals(freed, keptBy(id)) }
  })
  const freed = minutesOf(sums.flatMap((each) => each.freed))
  return { freed, used: freed - minutesOf(sums.flatMap((each) => each.unused)) }
}

/** Returns the length of all intervals, in minutes. */
function minutesOf(times: readonly Interval[]): number {
  return Math.round(times.reduce((sum, { startsAt, endsAt }) => sum + (endsAt - startsAt) / MINUTE, 0))
}
