import { expect } from 'vitest'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { isNight } from '../time/quiet-hours.ts'
import {
  bookingsOf,
  couldBeOffered,
  type EntryRow,
  entriesOf,
  entriesWithOffer,
  type FreedRecord,
  fitsWishes,
  hasDeclined,
  hasHadAllOffersOfToday,
  hasWaitedLonger,
  isRecorded,
  LEAST_AHEAD,
  type OfferRow,
  offersOf,
  openOffersOf,
  overlapsOwnBooking,
  spanWithPaddings,
  wantsStart,
} from './offers-model.ts'
import { type Span, withoutSpans } from './spans.ts'
import type { TestApp } from './test-app.ts'

/** This module says what the model test of offers expects of the waiting list after each step. */

type OccupationRow = {
  starts_at: number
  ends_at: number
  booking_id: string | null
  offer_id: string | null
}

/**
 * Expects that rows never overlap, and that an offer's whole time is reserved, by the offer or by the booking
 * that it moves.
 */
export function expectReserved(app: TestApp): void {
  const rows = app.rows<OccupationRow>('select * from occupations order by starts_at')
  for (const [i, row] of rows.entries())
    expect(row.starts_at).toBeGreaterThanOrEqual(rows[i - 1]?.ends_at ?? 0)
  const open = openOffersOf(app)
  expect(rows.filter(({ offer_id }) => offer_id !== null)).toHaveLength(open.length)
  // Nobody has two open offers.
  expect(entriesWithOffer(app).size).toBe(open.length)
  const entries = new Map(entriesOf(app).map((entry) => [entry.id, entry]))
  for (const offer of open) expectWhollyReserved(offer, entries.get(offer.entry_id), rows)
}

/** The patient's own appointment stays reserved while an earlier time is offered, and the two may overlap. */
function expectWhollyReserved(
  offer: OfferRow,
  entry: EntryRow | undefined,
  rows: readonly OccupationRow[],
): void {
  if (entry === undefined) throw new Error('an offer of nobody')
  expect(entry.ended_at).toBeNull()
  const ownRows = rows.filter(
    ({ offer_id, booking_id }) =>
      offer_id === offer.id || (booking_id !== null && booking_id === entry.booking_id),
  )
  const reserved = ownRows.map(({ starts_at, ends_at }): Span => [starts_at, ends_at])
  expect(withoutSpans([spanWithPaddings(entry.service_id, offer.starts_at)], reserved)).toEqual([])
}

/** The ids of all offers before a step, and of the entries with an open offer. */
type BeforeStep = Readonly<{ offers: ReadonlySet<string>; entriesWithOffer: ReadonlySet<string> }>

/**
 * Expects that each new offer is made in the daytime and early enough, fits the wishes, repeats nothing that
 * was declined, and skips nobody who has waited longer.
 */
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
    const ownBooking = bookings.get(entry.booking_id ?? '')
    expect(wantsStart(entry, start, ownBooking)).toBe(true)
    expect(hasDeclined(offers, entry, start)).toBe(false)
    // A time that overlaps an appointment can be offered only to the patient of that appointment.
    if (ownBooking !== undefined && overlapsOwnBooking(entry, start, ownBooking)) continue
    const passedOver = waiting
      .filter((older) => older.booking_id === null && hasWaitedLonger(older, entry))
      .filter((older) => !withOffer.has(older.id) && couldBeOffered(offers, older, start))
    expect(passedOver).toEqual([])
  }
}

/**
 * Expects that after the jobs have run in the daytime, everybody without an appointment has an offer if a
 * fitting time has become free while they waited and they have not declined it.
 * @param freeSince by start, as in `freeStarts`: since when a start that was occupied is free
 */
export function expectNothingMissed(
  app: TestApp,
  { freeSince, records }: { freeSince: ReadonlyMap<string, number>; records: readonly FreedRecord[] },
): void {
  if (isNight(Date.now())) return
  const offers = offersOf(app)
  const entriesWithOfferNow = entriesWithOffer(app)
  const isOpenForOffers = (entry: EntryRow) =>
    entry.ended_at === null &&
    entry.booking_id === null &&
    !entriesWithOfferNow.has(entry.id) &&
    !hasHadAllOffersOfToday(offers, entry)
  const freedStarts = [...freeSince].map(([key, since]) => ({ ...startOfKey(key), since }))
  for (const entry of entriesOf(app).filter(isOpenForOffers))
    for (const freed of freedStarts) {
      const span = spanWithPaddings(freed.serviceId, freed.start)
      if (!isDueFor(entry, freed) || !isRecorded(records, span, entry)) continue
      expect(hasDeclined(offers, entry, freed.start), `${entry.id} at ${freed.start}`).toBe(true)
    }
}

/** A start of a service, and since when it is free. */
type FreedStart = Readonly<{ serviceId: string; start: number; since: number }>

/** Reads a key of `freeStarts`. */
function startOfKey(key: string): Pick<FreedStart, 'serviceId' | 'start'> {
  const [serviceId = '', start] = key.split(' ')
  return { serviceId, start: Number(start) }
}

/** Returns whether the start fits the entry, has become free while it waited, and could be offered by now. */
function isDueFor(entry: EntryRow, { serviceId, start, since }: FreedStart): boolean {
  const now = Date.now()
  return (
    serviceId === entry.service_id &&
    fitsWishes(entry, start) &&
    since > entry.created_at &&
    since <= now - UNDO_MS &&
    start >= now + LEAST_AHEAD
  )
}
