import { eq } from 'drizzle-orm'
import { cancelByStaff } from '../../src/booking/cancellation.ts'
import { createManualBooking } from '../../src/booking/manual-booking.ts'
import { addToWaitingList } from '../../src/booking/waiting-list.ts'
import type { Ctx } from '../../src/ctx.ts'
import { bookings } from '../../src/db/schema.ts'
import { listFreeSlots } from '../../src/schedule/availability.ts'
import { resourceIdsOf } from '../../src/schedule/resources.ts'
import { getActiveService } from '../../src/schedule/services.ts'
import type { SlotSearch } from '../../src/schedule/slot-search.ts'
import { addDays, DAY_LENGTH, dayNumber, HOUR, type Instant, weekdayOf } from '../../src/shared/day.ts'
import { CALLER } from '../../src/testing/factory.ts'
import { dayAt, startOfDay } from '../../src/time/vienna.ts'
import { seededRandom } from './seeded-random.ts'
import { seedsOf, type Year } from './year.ts'

/** How patients book. */
const HABITS = {
  /** The number of patients who ask for an appointment on a weekday, for each doctor. */
  askPerDay: 10.4,
  /** The share that wants a certain doctor, where there are several. */
  wishShare: 0.3,
  /** The share that is in a hurry. */
  urgentShare: 0.15,
  /** They want to come within this many days, today included. */
  urgentDays: 3,
  /** All others want to come within this many days from the day after tomorrow. */
  otherDays: 28,
  /** The share that cancels. */
  cancelShare: 0.14,
  /** The share of these that cancels only in the last days. All others do so at any moment. */
  lateCancelShare: 0.5,
  lastDays: 3,
  /** A cancellation comes at least this long before the appointment. */
  cancelAhead: 4 * HOUR,
  /** From this many days after the wished day on, an appointment is so late that its patient may wait. */
  waitFromDays: 7,
  /** The share of these that joins the waiting list for an earlier time. */
  waitShare: 0.4,
  /** The hours of the day in which patients book. */
  booksFrom: 7,
  booksUntil: 20,
}
/** A patient who finds no free start within these days does not book. */
const SEARCHED_DAYS = 150
/** Services by demand: one that is listed twice is asked for twice as often. */
const SERVICES = [
  'folgebehandlung',
  'folgebehandlung',
  'folgebehandlung',
  'akupunktur',
  'akupunktur',
  'facial',
  'erstordination',
]

/** Queues the bookings of a day, spread over its hours. Nobody books at the weekend. */
export function queuePatients(year: Year, day: number): void {
  if ([0, 6].includes(weekdayOf(day))) return
  const random = seededRandom(seedsOf(year).days + day)
  // The number is rounded up or down at random, so that its mean over many days is exact.
  const count = Math.floor(year.doctors * HABITS.askPerDay + random())
  for (let index = 0; index < count; index++) {
    const hour = HABITS.booksFrom + random() * (HABITS.booksUntil - HABITS.booksFrom)
    year.events.push(startOfDay(day) + hour * HOUR, () => bookAsPatient(year))
  }
}

/**
 * A patient books the first free start on or after the wished day, may cancel it later, and may join the
 * waiting list for an earlier one. Each patient has a random stream of their own: the same seed must give the
 * same year, and what one patient draws must not change the draws of the next.
 */
function bookAsPatient(year: Year): void {
  const random = seededRandom(seedsOf(year).patients + year.patients++)
  const serviceId = drawFrom(SERVICES, random) ?? ''
  const wishedDay = addDays(dayAt(year.now), drawDaysAhead(random))
  const service = getActiveService(year.ctx(), serviceId)
  const wish = drawDoctor(resourceIdsOf(service), random)
  const start = findFree(year.ctx(), { service, wish }, wishedDay)
  if (start === undefined) return
  const contact = {
    ...CALLER,
    email: `p${year.patients}@patienten.example`,
    mobile: `0664 ${1_000_000 + year.patients}`,
  }
  const { id } = createManualBooking(year.ctx(), { serviceId, wish, start, contact, message: '' })
  if (random() < HABITS.cancelShare)
    year.events.push(drawCancellation(year, start, random), () => cancelAsPatient(year, id))
  const daysLate = (start - startOfDay(dayNumber(wishedDay))) / DAY_LENGTH
  const mayWait = year.hasWaitingList && daysLate >= HABITS.waitFromDays
  if (mayWait && random() < HABITS.waitShare) waitForEarlier(year, id, start)
}

type Random = ReturnType<typeof seededRandom>

/** Returns a random one of the items, all equally likely. */
function drawFrom<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

/** Returns the doctor whom a patient wants; undefined for any of them. Nobody chooses from a single one. */
function drawDoctor(doctors: readonly string[], random: Random): string | undefined {
  return doctors.length > 1 && random() < HABITS.wishShare ? drawFrom(doctors, random) : undefined
}

/** Returns in how many days a patient wants to come. */
function drawDaysAhead(random: Random): number {
  const { urgentShare, urgentDays, otherDays } = HABITS
  if (random() < urgentShare) return Math.floor(random() * urgentDays)
  return 2 + Math.floor(random() * otherDays)
}

/** Returns when a patient cancels an appointment with this start: at any moment, or only in its last days. */
function drawCancellation(year: Year, start: Instant, random: Random): Instant {
  const { lateCancelShare, lastDays, cancelAhead } = HABITS
  const timeLeft = start - year.now
  const period = random() < lateCancelShare ? Math.min(timeLeft, lastDays * DAY_LENGTH) : timeLeft
  return start - cancelAhead - random() * Math.max(0, period - cancelAhead)
}

/** Adds the patient of the booking to the waiting list, for any time before its start. */
function waitForEarlier(year: Year, bookingId: string, start: Instant): void {
  addToWaitingList(year.ctx(), {
    booking_id: bookingId,
    not_before: null,
    not_after: dayAt(start),
    weekdays: [1, 2, 3, 4, 5],
    parts: ['morning', 'afternoon'],
  })
}

/** Cancels the appointment, unless it has begun. */
function cancelAsPatient(year: Year, id: string): void {
  const booking = year.db.select().from(bookings).where(eq(bookings.id, id)).get()
  // The appointment of a patient who was moved to an earlier time may be over.
  if (booking === undefined || booking.startsAt <= year.now) return
  // After the cut-off patients cannot cancel online. They call, and the practice cancels for them.
  cancelByStaff(year.ctx(), id, '', { notify: false })
  year.cancelled.push(booking)
}

/** Returns the first free start on or after the day. */
function findFree(ctx: Ctx, search: SlotSearch, from: string): Instant | undefined {
  for (let ahead = 0; ahead < SEARCHED_DAYS; ahead++) {
    const [start] = listFreeSlots(ctx, addDays(from, ahead), search).starts
    if (start !== undefined) return start
  }
  return undefined
}
