import { expect } from 'vitest'
import { UNDO_MS } from '../booking/undo.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { DAY_LENGTH, HOUR, type Interval, MINUTE } from '../shared/day.ts'
import { isNight } from '../time/quiet-hours.ts'
import { SERVICES } from './models.ts'
import { overlaps, type Span, without } from './spans.ts'
import type { TestApp } from './test-app.ts'

/** This module says what the model test of offers expects of the waiting list after each step. */

/** Two mornings with hours from 08:00 to 12:00. */
export const MORNINGS = ['2027-01-19', '2027-01-20']

// The limits of docs/behaviour.md 18, written out so that the model does not copy the code.
/** An entry gets no further offer after so many on one day. */
const MOST_OFFERS_A_DAY = 3
/** An entry that has let so many offers run out gets no further one. */
const MOST_RUN_OUT = 3
/** An appointment is offered until so long before its start, in milliseconds. */
const LEAST_AHEAD = 3 * HOUR

type Entry = {
  id: string
  booking_id: string | null
  service_id: string
  not_before_on: string | null
  not_after_on: string
  created_at: number
  ended_at: number | null
}
type Offer = {
  id: string
  entry_id: string
  starts_at: number
  ends_at: number
  status: string
  created_at: number
}
type Booking = {
  id: string
  status: string
  starts_at: number
  move_to_at: number | null
  service_id: string
}
type Row = { starts_at: number; ends_at: number; booking_id: string | null; offer_id: string | null }

/** A time that was recorded as freed, and the last moment at which the record stood. */
export type FreedRecord = Interval & { lastSeen: number }

export const entriesOf = (app: TestApp) =>
  app.rows<Entry>('select * from waiting_entries order by created_at, rowid')
export const offersOf = (app: TestApp) => app.rows<Offer>('select * from offers order by rowid')
export const bookingsOf = (app: TestApp) => app.rows<Booking>('select * from bookings order by rowid')
export const openOffersOf = (app: TestApp) => offersOf(app).filter(({ status }) => status === 'open')

/** Returns the ids of the entries that have an open offer. */
export const entriesWithOffer = (app: TestApp) => new Set(openOffersOf(app).map(({ entry_id }) => entry_id))

/** Returns each start that patients can book, as the service's id, a space and the instant. */
export function freeStarts(app: TestApp): Set<string> {
  return new Set(
    SERVICES.flatMap(({ id }) =>
      MORNINGS.flatMap((day) => listFreeSlots(app.ctx(), day, id).starts.map((start) => `${id} ${start}`)),
    ),
  )
}

const lengths = new Map<string, Record<'length' | 'before' | 'after', number>>(
  SERVICES.map(({ id, length, before, after }) => [id, { length, before, after }]),
)

/** Returns the time of an appointment with its paddings. */
function paddedSpan(serviceId: string, start: number): Span {
  const { length = 0, before = 0, after = 0 } = lengths.get(serviceId) ?? {}
  return [start - before * MINUTE, start + (length + after) * MINUTE]
}

/**
 * Rows never overlap, and an offer's time is wholly reserved, by the offer or by the booking that it moves.
 */
export function expectReserved(app: TestApp): void {
  const rows = app.rows<Row>('select * from occupations order by starts_at')
  for (const [i, row] of rows.entries())
    expect(row.starts_at).toBeGreaterThanOrEqual(rows[i - 1]?.ends_at ?? 0)
  const open = openOffersOf(app)
  expect(rows.filter(({ offer_id }) => offer_id !== null)).toHaveLength(open.length)
  // Nobody has two open offers.
  expect(entriesWithOffer(app).size).toBe(open.length)
  const entries = new Map(entriesOf(app).map((entry) => [entry.id, entry]))
  for (const offer of open) expectWhollyReserved(offer, entries.get(offer.entry_id), rows)
}

function expectWhollyReserved(offer: Offer, entry: Entry | undefined, rows: readonly Row[]): void {
  if (entry === undefined) throw new Error('an offer of nobody')
  expect(entry.ended_at).toBeNull()
  const own = rows.filter(
    ({ offer_id, booking_id }) =>
      offer_id === offer.id || (booking_id !== null && booking_id === entry.booking_id),
  )
  const reserved = own.map(({ starts_at, ends_at }): Span => [starts_at, ends_at])
  expect(without([paddedSpan(entry.service_id, offer.starts_at)], reserved)).toEqual([])
}

/** Returns whether the start is on a morning within the days that the entry wishes. */
const fitsWishes = ({ not_before_on, not_after_on }: Entry, start: number) => {
  const day = MORNINGS.find(
    (each) => start >= Date.parse(`${each}T00:00:00+01:00`) && start < Date.parse(`${each}T12:00:00+01:00`),
  )
  return day !== undefined && day >= (not_before_on ?? '') && day <= not_after_on
}

/** Returns whether the entry has declined an offer that overlaps this one, or has let it run out. */
const hasDeclined = (offers: readonly Offer[], { id, service_id }: Entry, start: number) =>
  offers.some(
    ({ entry_id, status, starts_at }) =>
      entry_id === id &&
      ['refused', 'expired'].includes(status) &&
      overlaps(paddedSpan(service_id, starts_at), paddedSpan(service_id, start)),
  )

const hasLetTooManyRunOut = (offers: readonly Offer[], { id }: Entry) => {
  const runOut = offers.filter(({ entry_id, status }) => entry_id === id && status === 'expired')
  return runOut.length >= MOST_RUN_OUT
}

const hasHadAllOffersOfToday = (offers: readonly Offer[], { id }: Entry) => {
  const today = winterDay(Date.now())
  const offersOfToday = offers.filter(
    ({ entry_id, created_at }) => entry_id === id && winterDay(created_at) === today,
  )
  return offersOfToday.length >= MOST_OFFERS_A_DAY
}

/** Numbers the days in Vienna, which is an hour ahead of UTC in winter, when the test takes place. */
const winterDay = (at: number) => Math.floor((at + HOUR) / DAY_LENGTH)

/** The ids of all offers before a step, and of the entries that had an open one then. */
type BeforeStep = Readonly<{ offers: ReadonlySet<string>; entriesWithOffer: ReadonlySet<string> }>

/** Each new offer fits, repeats nothing, and passes over nobody who has waited longer. */
export function expectFair(app: TestApp, before: BeforeStep): void {
  const offers = offersOf(app)
  const withOffer = before.entriesWithOffer.union(entriesWithOffer(app))
  const waiting = entriesOf(app).filter(({ ended_at }) => ended_at === null)
  const bookings = new Map(bookingsOf(app).map((booking) => [booking.id, booking]))

  for (const offer of offers.filter(({ id }) => !before.offers.has(id))) {
    const { starts_at: start } = offer
    const entry = waiting.find(({ id }) => id === offer.entry_id)
    if (entry === undefined) throw new Error('an offer of nobody')
    expect(isNight(Date.now())).toBe(false)
    expect(start - Date.now()).toBeGreaterThanOrEqual(LEAST_AHEAD)
    const own = bookings.get(entry.booking_id ?? '')
    expect([wants(entry, start, own), hasDeclined(offers, entry, start)]).toEqual([true, false])
    // Only the patient of an appointment can have a time that overlaps it.
    if (own !== undefined && overlapsOwn(entry, start, own)) continue
    const passedOver = waiting
      .filter((older) => older.booking_id === null && hasWaitedLonger(older, entry))
      .filter((older) => !withOffer.has(older.id) && couldBeOffered(offers, older, start))
    expect(passedOver).toEqual([])
  }
}

/** Returns whether the start fits the wishes, and is before the appointment that the patient has. */
function wants(entry: Entry, start: number, own: Booking | undefined): boolean {
  return fitsWishes(entry, start) && (own === undefined || start < own.starts_at)
}

/** Returns whether an earlier appointment would end only after the patient's own has begun. */
function overlapsOwn({ service_id }: Entry, start: number, own: Booking): boolean {
  const [, end] = paddedSpan(service_id, start)
  const [ownStart] = paddedSpan(service_id, own.starts_at)
  return end > ownStart
}

function hasWaitedLonger(older: Entry, entry: Entry): boolean {
  return older.created_at < entry.created_at && older.service_id === entry.service_id
}

/** Returns whether somebody without an appointment and without an open offer could get this offer. */
function couldBeOffered(offers: readonly Offer[], entry: Entry, start: number): boolean {
  return (
    !hasHadAllOffersOfToday(offers, entry) &&
    !hasLetTooManyRunOut(offers, entry) &&
    fitsWishes(entry, start) &&
    !hasDeclined(offers, entry, start)
  )
}

/**
 * Once the jobs have run by day, nobody is without an offer for whom an appointment's whole time has become
 * free while they waited.
 * @param freeSince the starts that were occupied before, as in `freeStarts`, and since when each is free
 */
export function expectNothingMissed(
  app: TestApp,
  { freeSince, records }: { freeSince: ReadonlyMap<string, number>; records: readonly FreedRecord[] },
): void {
  const now = Date.now()
  if (isNight(now)) return
  const all = offersOf(app)
  const entriesWithOfferNow = entriesWithOffer(app)
  for (const entry of entriesOf(app)) {
    if (entry.ended_at !== null || entry.booking_id !== null || entriesWithOfferNow.has(entry.id)) continue
    if (hasHadAllOffersOfToday(all, entry)) continue
    for (const [key, since] of freeSince) {
      const [serviceId = '', at = ''] = key.split(' ')
      const start = Number(at)
      if (serviceId !== entry.service_id || !fitsWishes(entry, start)) continue
      const isDue = since > entry.created_at && since <= now - UNDO_MS && start >= now + LEAST_AHEAD
      if (!isDue || !isRecorded(records, paddedSpan(serviceId, start), entry)) continue
      expect([key, hasDeclined(all, entry, start)]).toEqual([key, true])
    }
  }
}

/**
 * Returns whether a record of the time as freed still stood when the entry joined the waiting list. Somebody
 * who joins after a record was dropped gets nothing of it.
 */
function isRecorded(records: readonly FreedRecord[], [from, to]: Span, { created_at }: Entry): boolean {
  return records.some(
    ({ startsAt, endsAt, lastSeen }) => lastSeen >= created_at && startsAt <= from && endsAt >= to,
  )
}
