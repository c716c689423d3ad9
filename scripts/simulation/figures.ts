import { eq } from 'drizzle-orm'
import { bookings } from '../../src/db/schema.ts'
import { mergeIntervals, subtractIntervals } from '../../src/schedule/intervals.ts'
import { listResources } from '../../src/schedule/resources.ts'
import { type Interval, MINUTE } from '../../src/shared/day.ts'
import type { Year } from './year.ts'

/** Returns the figures of the year, with their names. */
export function summarise(year: Year): Record<string, string | number> {
  const { db, daysGained } = year
  const doctors = listTimes(year)
  const freedMinutes = minutesOf(doctors.flatMap(({ freed }) => freed))
  const unusedMinutes = minutesOf(doctors.flatMap(({ freed, visits }) => subtractIntervals(freed, visits)))
  const usedMinutes = freedMinutes - unusedMinutes
  const countRows = (sql: string) => db.$client.prepare(sql).pluck().get()
  const offers = countRows('select count(*) from offers')
  const takenOffers = countRows(`select count(*) from offers where status = 'taken'`)
  const countMessages = (channel: string) =>
    countRows(`select count(*) from messages where kind = 'offer' and channel = '${channel}'`)
  const meanDaysGained = daysGained.reduce((sum, days) => sum + days, 0) / Math.max(1, daysGained.length)
  return {
    'minutes freed by cancellations': freedMinutes,
    'of these used in the end': `${usedMinutes} (${Math.round((100 * usedMinutes) / freedMinutes)} %)`,
    'minutes of kept appointments': minutesOf(doctors.flatMap(({ visits }) => visits)),
    'offers, of which taken': `${offers}, ${takenOffers}`,
    'e-mails and SMS with offers': `${countMessages('email')}, ${countMessages('sms')}`,
    'days earlier, of a taken offer': `${meanDaysGained.toFixed(1)} on average`,
    ...(doctors.length > 1 && {
      'kept appointments of each doctor': doctors.map(({ visits }) => visits.length).join(', '),
    }),
  }
}

/** Times of one doctor in the past: appointments that were kept, and what cancellations have freed. */
type DoctorTimes = Readonly<{ visits: readonly Interval[]; freed: readonly Interval[] }>

/** Lists the past times of each doctor. */
function listTimes({ ctx, db, now, cancelled }: Year): DoctorTimes[] {
  const confirmed = db.select().from(bookings).where(eq(bookings.status, 'confirmed')).all()
  return listResources(ctx()).map(({ id }) => {
    const isPastOfDoctor = ({ resourceId, startsAt }: Readonly<{ resourceId: string; startsAt: number }>) =>
      resourceId === id && startsAt < now
    // The freed times are merged, because one that was cancelled twice must count once.
    return {
      visits: confirmed.filter(isPastOfDoctor),
      freed: mergeIntervals(cancelled.filter(isPastOfDoctor)),
    }
  })
}

/** Returns the length of all intervals, in minutes. */
function minutesOf(times: readonly Interval[]): number {
  return Math.round(times.reduce((sum, { startsAt, endsAt }) => sum + (endsAt - startsAt) / MINUTE, 0))
}
