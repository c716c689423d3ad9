/**
 * `npm run simulate` plays a year of an invented practice, with and without the waiting list. It counts how
 * much of the time that cancellations free is used in the end, and how many messages that costs. The rules
 * are the portal's own. Patients are drawn from a seed, so that both years have the same ones.
 */
import { eq, sql } from 'drizzle-orm'
import { cancelByStaff } from '../src/booking/cancellation.ts'
import { createManualBooking } from '../src/booking/manual-booking.ts'
import { refuseOffer, takeOffer } from '../src/booking/offer-answers.ts'
import { makeDueOffers } from '../src/booking/offers.ts'
import { addToWaitingList, endDueEntries } from '../src/booking/waiting-list.ts'
import { readConfig } from '../src/config.ts'
import type { Ctx } from '../src/ctx.ts'
import { IS_OPEN_OFFER } from '../src/db/offer-rows.ts'
import { openDatabase } from '../src/db/open.ts'
import { bookings, offers } from '../src/db/schema.ts'
import { seedDemo } from '../src/demo.ts'
import { writeSettings } from '../src/practice/settings.ts'
import { listFreeSlots } from '../src/schedule/availability.ts'
import { closeHolidays } from '../src/schedule/holidays.ts'
import { merged, without } from '../src/schedule/hours.ts'
import {
  addDays,
  DAY_LENGTH,
  dayNumber,
  HOUR,
  type Instant,
  type Interval,
  MINUTE,
  weekdayOf,
} from '../src/shared/day.ts'
import { Problem } from '../src/shared/problems.ts'
import { CALLER } from '../src/testing/factory.ts'
import { dayAt, startOfDay } from '../src/time/vienna.ts'

const FIRST_DAY = '2027-01-04'
const WEEKS = Number(process.argv[2] ?? 52)
const SEED = Number(process.argv[3] ?? 1)

/** How patients behave. All but the first are shares, from 0 to 1. */
const HABITS = {
  /** The number of patients who ask for an appointment on a weekday. */
  askPerDay: 10.4,
  /** The share that wants to come within two days; all others want to come within a month. */
  urgent: 0.15,
  /** The share that cancels; half of them do so within the last three days. */
  cancel: 0.14,
  /** The share that waits for an earlier time, if theirs is at least a week later than they wished. */
  wait: 0.4,
  /** The shares that accept or refuse an offer; all others let it expire. */
  take: 0.4,
  refuse: 0.25,
}
const SERVICES = [
  'folgebehandlung',
  'folgebehandlung',
  'folgebehandlung',
  'akupunktur',
  'akupunktur',
  'facial',
  'erstordination',
]

console.log(`${WEEKS} weeks, seed ${SEED}`)
for (const [name, isOn] of Object.entries({ 'without the waiting list': false, 'with it': true })) {
  const year = simulate(isOn)
  console.log(`\n${name}`)
  for (const [figure, value] of Object.entries(year)) console.log(`  ${figure.padEnd(32)} ${value}`)
}

function simulate(isOn: boolean): Record<string, string | number> {
  const db = openDatabase(':memory:')
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), appSecret: 'x'.repeat(32) }
  let now = startOfDay(dayNumber(FIRST_DAY))
  const ctx = (): Ctx => ({ db, now, actor: { kind: 'job' }, config })
  seedDemo(ctx())
  closeHolidays(ctx())
  writeSettings(ctx(), 'general', { waiting_list: isOn, sms_monthly_cap: 0 })
  writeSettings(ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })

  const events = openQueue()
  const cancelled: Interval[] = []
  const gained: number[] = []
  const answered = new Set<string>()
  let patient = 0

  /** A patient takes the first free start on or after the wished day. */
  const ask = () => {
    const random = openRandom(SEED * 1_000_003 + patient++)
    const serviceId = SERVICES[Math.floor(random() * SERVICES.length)] ?? ''
    const wished = addDays(
      dayAt(now),
      random() < HABITS.urgent ? Math.floor(random() * 3) : 2 + Math.floor(random() * 28),
    )
    const start = findFree(ctx(), serviceId, wished)
    if (start === undefined) return
    const contact = {
      ...CALLER,
      email: `p${patient}@patienten.example`,
      mobile: `0664 ${1_000_000 + patient}`,
    }
    const booking = createManualBooking(ctx(), { serviceId, start, contact, message: '' })
    const ahead = start - now
    if (random() < HABITS.cancel) {
      const last = random() < 0.5 ? Math.min(ahead, 3 * DAY_LENGTH) : ahead
      events.push(start - 4 * HOUR - random() * Math.max(0, last - 4 * HOUR), () => cancel(booking.id))
    }
    const late = (start - startOfDay(dayNumber(wished))) / DAY_LENGTH
    if (isOn && late >= 7 && random() < HABITS.wait)
      addToWaitingList(ctx(), {
        booking_id: booking.id,
        not_before: null,
        not_after: dayAt(start),
        weekdays: [1, 2, 3, 4, 5],
        parts: ['morning', 'afternoon'],
      })
  }

  const cancel = (id: string) => {
    const booking = db.select().from(bookings).where(eq(bookings.id, id)).get()
    // A patient who was moved to an earlier time may have come already.
    if (booking === undefined || booking.startsAt <= now) return
    cancelByStaff(ctx(), id, '', false)
    cancelled.push(booking)
  }

  const answer = () => {
    // Ids are random, so only the row ids give the same order in each run.
    for (const offer of db.select().from(offers).where(IS_OPEN_OFFER).orderBy(sql`rowid`).all()) {
      if (answered.has(offer.id)) continue
      answered.add(offer.id)
      const random = openRandom(SEED * 7_000_003 + answered.size)
      const [choice, after] = [random(), (2 + random() * 50) * MINUTE]
      events.push(now + after, () => {
        try {
          if (choice < HABITS.take) {
            const before = db.$client
              .prepare(
                'select starts_at from bookings join waiting_entries on booking_id = bookings.id where waiting_entries.id = ?',
              )
              .pluck()
              .get(offer.entryId) as number
            takeOffer(ctx(), offer.id)
            gained.push((before - offer.startsAt) / DAY_LENGTH)
          } else if (choice < HABITS.take + HABITS.refuse) refuseOffer(ctx(), offer.id)
        } catch (error) {
          if (!(error instanceof Problem)) throw error
        }
      })
    }
  }

  const last = dayNumber(FIRST_DAY) + 7 * WEEKS
  for (let day = dayNumber(FIRST_DAY); day < last; day++) {
    const midnight = startOfDay(day)
    if (![0, 6].includes(weekdayOf(day))) {
      const random = openRandom(SEED * 11_000_003 + day)
      const patients = Math.floor(HABITS.askPerDay + random())
      for (let nr = 0; nr < patients; nr++) events.push(midnight + (7 + random() * 13) * HOUR, ask)
    }
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      const end = midnight + minute * MINUTE
      for (let next = events.take(end); next !== undefined; next = events.take(end)) {
        now = next.at
        next.run()
      }
      now = end
      if (isOn && minute >= 8 * 60 && minute <= 20 * 60) {
        makeDueOffers(ctx())
        answer()
      }
    }
    endDueEntries(ctx())
  }

  const kept = db
    .select()
    .from(bookings)
    .where(eq(bookings.status, 'confirmed'))
    .all()
    .filter(({ startsAt }) => startsAt < now)
  // Merging counts each minute once, because a time can be cancelled more than once.
  const past = merged(cancelled.filter(({ startsAt }) => startsAt < now))
  const minutes = (times: readonly Interval[]) =>
    Math.round(times.reduce((sum, { startsAt, endsAt }) => sum + (endsAt - startsAt) / MINUTE, 0))
  const used = minutes(past) - minutes(without(past, kept))
  const count = (rows: string) => db.$client.prepare(`select count(*) from ${rows}`).pluck().get()
  const offered = (channel: string) => count(`messages where kind = 'offer' and channel = '${channel}'`)
  const earlier = gained.reduce((sum, days) => sum + days, 0) / Math.max(1, gained.length)
  return {
    'minutes freed by cancellations': minutes(past),
    'of these used in the end': `${used} (${Math.round((100 * used) / minutes(past))} %)`,
    'minutes of kept appointments': minutes(kept),
    'offers, of which taken': `${count('offers')}, ${count(`offers where status = 'taken'`)}`,
    'e-mails and SMS with offers': `${offered('email')}, ${offered('sms')}`,
    'days earlier, of a taken offer': `${earlier.toFixed(1)} on average`,
  }
}

function findFree(ctx: Ctx, serviceId: string, from: string): Instant | undefined {
  for (let ahead = 0; ahead < 150; ahead++) {
    const [start] = listFreeSlots(ctx, addDays(from, ahead), serviceId).starts
    if (start !== undefined) return start
  }
  return undefined
}

function openQueue() {
  const waiting: { at: Instant; run: () => void }[] = []
  return {
    push: (at: Instant, run: () => void) => {
      const later = waiting.findIndex((event) => event.at > at)
      waiting.splice(later === -1 ? waiting.length : later, 0, { at: Math.round(at), run })
    },
    take: (until: Instant) =>
      (waiting[0]?.at ?? Number.POSITIVE_INFINITY) <= until ? waiting.shift() : undefined,
  }
}

/** Returns a generator of random numbers from 0 to 1, by the algorithm Mulberry32. */
function openRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
