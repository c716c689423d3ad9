/**
 * `npm run simulate` plays a year of an invented practice, with and without the waiting list. It counts how
 * much of the time that cancellations free is used in the end, and how many messages that costs. The rules
 * are the portal's own. Patients are drawn from a seed, so that both years have the same ones. With several
 * doctors, `npm run simulate -- 52 1 3`, each has as many patients, and some want one of them only.
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
import { type Db, openDatabase } from '../src/db/open.ts'
import { bookings, type OfferRow, offers } from '../src/db/schema.ts'
import { MOST_DOCTORS, seedDemo } from '../src/demo.ts'
import { writeSettings } from '../src/practice/settings.ts'
import { listFreeSlots, type Wanted } from '../src/schedule/availability.ts'
import { closeHolidays } from '../src/schedule/holidays.ts'
import { merged, without } from '../src/schedule/intervals.ts'
import { listResources, resourceIdsOf } from '../src/schedule/resources.ts'
import { getActiveService } from '../src/schedule/services.ts'
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
import { openQueue } from './simulation/event-queue.ts'
import { seededRandom } from './simulation/seeded-random.ts'

const FIRST_DAY = '2027-01-04'
const STEP_MINUTES = 5
/** A patient who finds no free start within these days does not book. */
const SEARCHED_DAYS = 150
const WEEKS = Number(process.argv[2] ?? 52)
const SEED = Number(process.argv[3] ?? 1)
const DOCTORS = Math.min(Number(process.argv[4] ?? 1), MOST_DOCTORS)

/** How patients behave. */
const HABITS = {
  /** The number of patients who ask for an appointment on a weekday, for each doctor. */
  askPerDay: 10.4,
  /** The share that wants a certain doctor, where there are several. */
  wish: 0.3,
  /** The share that wants to come within two days; all others want to come within a month. */
  urgent: 0.15,
  /** The share that cancels; half of them do so within the last three days. */
  cancel: 0.14,
  /** The share that waits for an earlier time, if theirs is at least a week later than they wished. */
  wait: 0.4,
  /** The shares that accept or refuse an offer; all others let it expire. */
  take: 0.4,
  refuse: 0.25,
  /** A cancellation comes at least this long before the appointment. */
  cancelAhead: 4 * HOUR,
  /** An answer to an offer takes from two minutes to a little less than an hour. */
  answerAfter: { least: 2 * MINUTE, most: 52 * MINUTE },
  /** The hours of the day in which patients book. */
  booksFrom: 7,
  booksUntil: 20,
}
/** The services as patients ask for them: one that stands here twice is asked for twice as often. */
const SERVICES = [
  'folgebehandlung',
  'folgebehandlung',
  'folgebehandlung',
  'akupunktur',
  'akupunktur',
  'facial',
  'erstordination',
]

/** The first seed of each kind of draw. They are so far apart that no two kinds draw the same numbers. */
const SEEDS = { patients: SEED * 1_000_003, offers: SEED * 7_000_003, days: SEED * 11_000_003 }

type TimeOfDoctor = Interval & Readonly<{ resourceId: string }>

/** A simulated year. `now` is the simulated instant. */
type Year = {
  db: Db
  now: Instant
  readonly hasWaitingList: boolean
  readonly ctx: () => Ctx
  readonly events: ReturnType<typeof openQueue>
  /** The number of patients so far, which gives the next one a name and a seed. */
  patients: number
  readonly cancelled: TimeOfDoctor[]
  /** The offers that a patient has decided about, though the answer may be due later. */
  readonly answeredOffers: Set<string>
  /** The days by which each taken offer was earlier than the patient's appointment. */
  readonly daysGained: number[]
}

console.log(`${WEEKS} weeks, seed ${SEED}${DOCTORS > 1 ? `, ${DOCTORS} doctors` : ''}`)
for (const [name, isOn] of Object.entries({ 'without the waiting list': false, 'with it': true })) {
  const year = openYear(isOn)
  playDays(year)
  console.log(`\n${name}`)
  for (const [figure, value] of Object.entries(summarise(year)))
    console.log(`  ${figure.padEnd(32)} ${value}`)
}

/** Opens a year with the demo practice, on a database in memory. */
function openYear(hasWaitingList: boolean): Year {
  const db = openDatabase(':memory:')
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), appSecret: 'x'.repeat(32) }
  const year: Year = {
    db,
    now: startOfDay(dayNumber(FIRST_DAY)),
    hasWaitingList,
    ctx: () => ({ db, now: year.now, actor: { kind: 'job' }, config }),
    events: openQueue(),
    patients: 0,
    cancelled: [],
    answeredOffers: new Set(),
    daysGained: [],
  }
  seedDemo(year.ctx(), DOCTORS)
  closeHolidays(year.ctx())
  writeSettings(year.ctx(), 'general', { waiting_list: hasWaitingList, sms_monthly_cap: 0 })
  writeSettings(year.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
  return year
}

/** Plays all weeks in steps of `STEP_MINUTES`, in which the portal makes its offers. */
function playDays(year: Year): void {
  const firstDay = dayNumber(FIRST_DAY)
  const endDay = firstDay + 7 * WEEKS
  for (let day = firstDay; day < endDay; day++) {
    queuePatients(year, day)
    for (let minute = 0; minute < 24 * 60; minute += STEP_MINUTES) {
      playUntil(year, startOfDay(day) + minute * MINUTE)
      if (year.hasWaitingList && isByDay(minute)) {
        makeDueOffers(year.ctx())
        answerOffers(year)
      }
    }
    endDueEntries(year.ctx())
  }
}

/** Returns whether the portal makes offers at this minute of the day, which it does not at night. */
function isByDay(minute: number): boolean {
  return minute >= 8 * 60 && minute <= 20 * 60
}

/** Spreads the patients who book on the day over its hours. None book at the weekend. */
function queuePatients(year: Year, day: number): void {
  if ([0, 6].includes(weekdayOf(day))) return
  const random = seededRandom(SEEDS.days + day)
  const count = Math.floor(DOCTORS * HABITS.askPerDay + random())
  for (let index = 0; index < count; index++) {
    const hour = HABITS.booksFrom + random() * (HABITS.booksUntil - HABITS.booksFrom)
    year.events.push(startOfDay(day) + hour * HOUR, () => bookAsPatient(year))
  }
}

/** Runs the events that are due until the instant, and sets the clock to it. */
function playUntil(year: Year, end: Instant): void {
  for (let event = year.events.take(end); event !== undefined; event = year.events.take(end)) {
    year.now = event.at
    event.run()
  }
  year.now = end
}

/**
 * A patient books the first free start on or after the wished day, may cancel it later, and may join the
 * waiting list for an earlier one.
 */
function bookAsPatient(year: Year): void {
  const random = seededRandom(SEEDS.patients + year.patients++)
  const serviceId = SERVICES[Math.floor(random() * SERVICES.length)] ?? ''
  const wishedDay = addDays(
    dayAt(year.now),
    random() < HABITS.urgent ? Math.floor(random() * 3) : 2 + Math.floor(random() * 28),
  )
  const service = getActiveService(year.ctx(), serviceId)
  const doctors = resourceIdsOf(service)
  const hasWish = doctors.length > 1 && random() < HABITS.wish
  const wish = hasWish ? doctors[Math.floor(random() * doctors.length)] : undefined
  const start = findFree(year.ctx(), { service, wish }, wishedDay)
  if (start === undefined) return
  const contact = {
    ...CALLER,
    email: `p${year.patients}@patienten.example`,
    mobile: `0664 ${1_000_000 + year.patients}`,
  }
  const booking = createManualBooking(year.ctx(), { serviceId, wish, start, contact, message: '' })
  if (random() < HABITS.cancel) {
    const ahead = start - year.now
    const cancelWithin = random() < 0.5 ? Math.min(ahead, 3 * DAY_LENGTH) : ahead
    const cancelAt = start - HABITS.cancelAhead - random() * Math.max(0, cancelWithin - HABITS.cancelAhead)
    year.events.push(cancelAt, () => cancelAsPatient(year, booking.id))
  }
  const daysLate = (start - startOfDay(dayNumber(wishedDay))) / DAY_LENGTH
  if (year.hasWaitingList && daysLate >= 7 && random() < HABITS.wait)
    addToWaitingList(year.ctx(), {
      booking_id: booking.id,
      not_before: null,
      not_after: dayAt(start),
      weekdays: [1, 2, 3, 4, 5],
      parts: ['morning', 'afternoon'],
    })
}

/** Cancels the appointment, unless it has begun. */
function cancelAsPatient(year: Year, id: string): void {
  const booking = year.db.select().from(bookings).where(eq(bookings.id, id)).get()
  // A patient who was moved to an earlier time may have come already.
  if (booking === undefined || booking.startsAt <= year.now) return
  cancelByStaff(year.ctx(), id, '', { notify: false })
  year.cancelled.push(booking)
}

/** Decides about each new offer, and queues the patient's answer. */
function answerOffers(year: Year): void {
  // Ids are random, so only the row ids give the same order in each run.
  for (const offer of year.db.select().from(offers).where(IS_OPEN_OFFER).orderBy(sql`rowid`).all()) {
    if (year.answeredOffers.has(offer.id)) continue
    year.answeredOffers.add(offer.id)
    const random = seededRandom(SEEDS.offers + year.answeredOffers.size)
    const choice = random()
    const { least, most } = HABITS.answerAfter
    const delay = least + random() * (most - least)
    if (choice < HABITS.take) year.events.push(year.now + delay, () => takeAsPatient(year, offer))
    else if (choice < HABITS.take + HABITS.refuse)
      year.events.push(year.now + delay, () => answerIfOpen(() => refuseOffer(year.ctx(), offer.id)))
  }
}

/** Takes the offer if it is still open, and records how many days earlier the patient comes. */
function takeAsPatient(year: Year, offer: OfferRow): void {
  answerIfOpen(() => {
    const startBefore = year.db.$client
      .prepare(
        'select starts_at from bookings join waiting_entries on booking_id = bookings.id where waiting_entries.id = ?',
      )
      .pluck()
      .get(offer.entryId) as number
    takeOffer(year.ctx(), offer.id)
    year.daysGained.push((startBefore - offer.startsAt) / DAY_LENGTH)
  })
}

/**
 * Runs the answer to an offer. The portal may refuse it, because the offer has expired or its time is gone.
 */
function answerIfOpen(answer: () => void): void {
  try {
    answer()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/** Returns the figures of the year, with their names. */
function summarise({ ctx, db, now, cancelled, daysGained }: Year): Record<string, string | number> {
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
    const freed = merged(cancelled.filter((time) => time.resourceId === id && time.startsAt < now))
    return { freed, left: without(freed, keptBy(id)) }
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

/** Returns the first free start on or after the day. */
function findFree(ctx: Ctx, wanted: Wanted, from: string): Instant | undefined {
  for (let ahead = 0; ahead < SEARCHED_DAYS; ahead++) {
    const [start] = listFreeSlots(ctx, addDays(from, ahead), wanted).starts
    if (start !== undefined) return start
  }
  return undefined
}
