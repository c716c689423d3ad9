import { listFreeSlots } from '../schedule/availability.ts'
import { DAY_LENGTH, HOUR, type Interval, MINUTE } from '../shared/day.ts'
import { MODEL_SERVICES } from './model-services.ts'
import { overlaps, type Span } from './spans.ts'
import type { TestApp } from './test-app.ts'

/**
 * This module has the model of offers: who waits for what, and which offers the portal must not make. The
 * expectations after each step are in offers-expectations.ts.
 */

/** Two mornings with hours from 08:00 to 12:00. */
export const MORNINGS = ['2027-01-19', '2027-01-20']

// The limits of docs/behaviour.md 18, written out so that the model does not copy the code.
/** The most offers that an entry gets on one day. */
const MOST_OFFERS_A_DAY = 3
/** The number of expired offers after which an entry gets no further one. */
const MOST_EXPIRED = 3
/** Milliseconds before its start until which an appointment is offered. */
export const LEAST_AHEAD = 3 * HOUR

/** An entry of the waiting list as it is stored. */
export type EntryRow = {
  id: string
  booking_id: string | null
  service_id: string
  not_before_on: string | null
  not_after_on: string
  created_at: number
  ended_at: number | null
}
/** An offer as it is stored. */
export type OfferRow = {
  id: string
  entry_id: string
  starts_at: number
  ends_at: number
  status: string
  created_at: number
}
type BookingRow = {
  id: string
  status: string
  starts_at: number
  move_to_at: number | null
  service_id: string
}

/** A time that was recorded as freed, and the last moment at which the record existed. */
export type FreedRecord = Interval & { lastSeen: number }

// These functions read all rows of a table, the oldest first.
export const entriesOf = (app: TestApp) =>
  app.rows<EntryRow>('select * from waiting_entries order by created_at, rowid')
export const offersOf = (app: TestApp) => app.rows<OfferRow>('select * from offers order by rowid')
export const bookingsOf = (app: TestApp) => app.rows<BookingRow>('select * from bookings order by rowid')
export const openOffersOf = (app: TestApp) => offersOf(app).filter(({ status }) => status === 'open')

/** Returns the ids of the entries that have an open offer. */
export const entriesWithOffer = (app: TestApp) => new Set(openOffersOf(app).map(({ entry_id }) => entry_id))

/** Returns each start that patients can book, as the service's id, a space and the instant. */
export function freeStarts(app: TestApp): Set<string> {
  return new Set(
    MODEL_SERVICES.flatMap(({ id }) =>
      MORNINGS.flatMap((day) => listFreeSlots(app.ctx(), day, id).starts.map((start) => `${id} ${start}`)),
    ),
  )
}

/** Returns the time of an appointment with its paddings. */
export function spanWithPaddings(serviceId: string, start: number): Span {
  const service = MODEL_SERVICES.find(({ id }) => id === serviceId)
  if (service === undefined) throw new Error(`the model has no service ${serviceId}`)
  const { paddingBeforeMin, durationMin, paddingAfterMin } = service
  return [start - paddingBeforeMin * MINUTE, start + (durationMin + paddingAfterMin) * MINUTE]
}

/** Returns whether the start is on a morning within the days that the entry wishes. */
export const fitsWishes = ({ not_before_on, not_after_on }: EntryRow, start: number) => {
  const day = MORNINGS.find(
    (each) => start >= Date.parse(`${each}T00:00:00+01:00`) && start < Date.parse(`${each}T12:00:00+01:00`),
  )
  return day !== undefined && day >= (not_before_on ?? '') && day <= not_after_on
}

/** Returns whether the entry has declined an offer that overlaps this start, or has let one expire. */
export const hasDeclined = (offers: readonly OfferRow[], { id, service_id }: EntryRow, start: number) =>
  offers.some(
    ({ entry_id, status, starts_at }) =>
      entry_id === id &&
      ['refused', 'expired'].includes(status) &&
      overlaps(spanWithPaddings(service_id, starts_at), spanWithPaddings(service_id, start)),
  )

const hasLetTooManyExpire = (offers: readonly OfferRow[], { id }: EntryRow) => {
  const expired = offers.filter(({ entry_id, status }) => entry_id === id && status === 'expired')
  return expired.length >= MOST_EXPIRED
}

/** Numbers the days in Vienna. The test runs in winter, when Vienna is an hour ahead of UTC. */
const winterDay = (at: number) => Math.floor((at + HOUR) / DAY_LENGTH)

/** Returns whether the entry may get no further offer today. */
export const hasHadAllOffersOfToday = (offers: readonly OfferRow[], { id }: EntryRow) => {
  const today = winterDay(Date.now())
  const offersOfToday = offers.filter(
    ({ entry_id, created_at }) => entry_id === id && winterDay(created_at) === today,
  )
  return offersOfToday.length >= MOST_OFFERS_A_DAY
}

/** Returns whether the start fits the wishes, and is before the appointment that the patient already has. */
export function wantsStart(entry: EntryRow, start: number, ownBooking: BookingRow | undefined): boolean {
  return fitsWishes(entry, start) && (ownBooking === undefined || start < ownBooking.starts_at)
}

/** Returns whether an appointment at the start would end only after the patient's own has begun. */
export function overlapsOwnBooking({ service_id }: EntryRow, start: number, ownBooking: BookingRow): boolean {
  const [, end] = spanWithPaddings(service_id, start)
  const [ownStart] = spanWithPaddings(service_id, ownBooking.starts_at)
  return end > ownStart
}

/** Returns whether `older` waits for the same service, and has waited longer than `entry`. */
export function hasWaitedLonger(older: EntryRow, entry: EntryRow): boolean {
  return older.created_at < entry.created_at && older.service_id === entry.service_id
}

/** Returns whether an entry without an appointment or an open offer could get this offer. */
export function couldBeOffered(offers: readonly OfferRow[], entry: EntryRow, start: number): boolean {
  return (
    !hasHadAllOffersOfToday(offers, entry) &&
    !hasLetTooManyExpire(offers, entry) &&
    fitsWishes(entry, start) &&
    !hasDeclined(offers, entry, start)
  )
}

/**
 * Returns whether the time was still recorded as freed when the entry joined the waiting list. Somebody who
 * joins after the record was dropped gets no offer of that time.
 */
export function isRecorded(
  records: readonly FreedRecord[],
  [from, to]: Span,
  { created_at }: EntryRow,
): boolean {
  return records.some(
    ({ startsAt, endsAt, lastSeen }) => lastSeen >= created_at && startsAt <= from && endsAt >= to,
  )
}
