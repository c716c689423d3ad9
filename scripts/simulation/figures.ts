import { eq } from 'drizzle-orm'
import { bookings } from '../../src/db/schema.ts'
import { mergeIntervals, subtractGaps } from '../../src/schedule/intervals.ts'
import { listResources } from '../../src/schedule/resources.ts'
import { type Interval, MINUTE } from '../../src/shared/day.ts'
import type { Year } from './year.ts'

/** Returns the figures of the year, with their names. */
export function summarise({ ctx, db, now, cancelled, daysGained }: Year): Record<string, string | number> {
  const kept = db
    .select()
    .from(bookings)
    .where(eq(bookings.status, 'confirmed'))
    .all()
    .filter(({ startsAt }) => startsAt < now)
  const doctors = listResources(ctx())
  const keptBy = (id: string) => kept.filter(({ resourceId }) => resourceId === id)
  const timesOf = (id: string) => {
    // Merging counts each minute once, because a time can be cancelled more than once.
    const freed = mergeIntervals(cancelled.filter((time) => time.resourceId === id && time.startsAt < now))
    return { freed, left: subtractGaps(freed, keptBy(id)) }
  }
  const times = doctors.map(({ id }) => timesOf(id))
  const past = times.flatMap(({ freed }) => freed)
  const used = minutesOf(past) - minutesOf(times.flatMap(({ left }) => left))
  const count = (rows: string) => db.$client.prepare(`select count(*) from ${rows}`).pluck().get()
  const offered = (channel: string) => count(`messages where kind = 'offer' and channel = '${channel}'`)
  const earlier = daysGained.reduce((sum, days) => sum + days, 0) / Math.max(1, daysGained.length)
  return {
    'minutes freed by cancellations': minutesOf(past),
    'of these used in the end': `${used} (${Math.round((100 * used) / minutesOf(past))} %)`,
    'minutes of kept appointments': minutesOf(kept),
    'offers, of which taken': `${count('offers')}, ${count(`offers where status = 'taken'`)}`,
    'e-mails and SMS with offers': `${offered('email')}, ${offered('sms')}`,
    'days earlier, of a taken offer': `${earlier.toFixed(1)} on average`,
    ...(doctors.length > 1 && {
      'kept appointments of each doctor': doctors.map(({ id }) => keptBy(id).length).join(', '),
    }),
  }
}

/** Returns the length of all intervals, in minutes. */
function minutesOf(times: readonly Interval[]): number {
  return Math.round(times.reduce((sum, { startsAt, endsAt }) => sum + (endsAt - startsAt) / MINUTE, 0))
}
