import { expect } from 'vitest'
import type { BookingStatus } from '../shared/booking.ts'
import { isStanding } from '../shared/booking.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { type Span, withoutSpans } from './spans.ts'
import type { TestApp } from './test-app.ts'

/**
 * This module says what must be true of the stored times whatever was done before. It only compares the
 * tables with each other, so it needs no model of the changes.
 */

type Times = { starts_at: number; ends_at: number }
type BookingRow = Times & {
  id: string
  status: BookingStatus
  resource_id: string
  move_to_at: number | null
  move_to_resource_id: string | null
  anonymised: 0 | 1
}
type OccupationRow = Times & {
  resource_id: string
  hold_id: string | null
  booking_id: string | null
  move_of: string | null
  offer_id: string | null
  absence_id: number | null
  expires_at: number | null
}
type OfferRow = Times & { id: string; entry_id: string; resource_id: string; status: string }
type AbsenceRow = Times & { id: number; resource_id: string | null }
type Tables = ReturnType<typeof readTables>

/** Only absences that begin within these milliseconds are compared; public holidays go on for years. */
const COMPARED_AHEAD = 60 * DAY_LENGTH
/**
 * Milliseconds of an absence that may be free: the padding of a time that was offered beside the absence
 * stays free after it was held for nothing.
 */
const LONGEST_PADDING = 10 * MINUTE

/** Expects that bookings, holds, offers and absences have exactly the times that are reserved for them. */
export function expectConsistent(app: TestApp): void {
  const tables = readTables(app)
  expectNoOverlap(tables)
  for (const booking of tables.bookings) {
    expectOwnTime(tables, booking)
    expectAskedTime(tables, booking)
  }
  expectHolds(tables)
  expectOffers(tables)
  expectAbsences(app, tables)
  expect(app.rows('pragma foreign_key_check')).toEqual([])
}

function readTables({ rows }: TestApp) {
  return {
    bookings: rows<BookingRow>('select * from bookings'),
    occupations: rows<OccupationRow>('select * from occupations order by resource_id, starts_at'),
    holds: rows<Times & { id: string; expires_at: number }>('select * from holds'),
    entries: rows<{ id: string; booking_id: string | null }>(
      'select * from waiting_entries where ended_at is null',
    ),
    offers: rows<OfferRow>(`select * from offers where status = 'open'`),
    absences: rows<AbsenceRow>('select * from absences'),
    resources: rows<{ id: string }>('select id from resources').map(({ id }) => id),
  }
}

/** Expects that no two times of a resource overlap, that each has one owner, and that only holds expire. */
function expectNoOverlap({ occupations }: Tables): void {
  for (const [i, row] of occupations.entries()) {
    const { hold_id, booking_id, move_of, offer_id, absence_id } = row
    const owners = [hold_id, booking_id, move_of, offer_id, absence_id].filter((owner) => owner !== null)
    expect(owners, JSON.stringify(row)).toHaveLength(1)
    expect(row.expires_at !== null, JSON.stringify(row)).toBe(hold_id !== null)
    const previous = occupations[i - 1]
    if (previous?.resource_id === row.resource_id)
      expect(row.starts_at).toBeGreaterThanOrEqual(previous.ends_at)
  }
}

/** Expects that a booking has its time at its resource, unless it was rejected, cancelled or anonymised. */
function expectOwnTime({ occupations }: Tables, booking: BookingRow): void {
  const ownOccupations = occupations.filter(({ booking_id }) => booking_id === booking.id)
  const isReserved = isStanding(booking.status) && booking.anonymised === 0
  expect(ownOccupations, JSON.stringify(booking)).toHaveLength(isReserved ? 1 : 0)
  if (isReserved) expectReserved(ownOccupations, { at: booking.resource_id, wanted: spanOf(booking) })
}

/** Expects that the whole time that a patient asks for is reserved, or none if there is no such wish. */
function expectAskedTime({ occupations }: Tables, booking: BookingRow): void {
  const { id, status, move_to_at: start, move_to_resource_id, resource_id, starts_at, ends_at } = booking
  const askedOccupations = occupations.filter(({ move_of }) => move_of === id)
  expect(askedOccupations, JSON.stringify(booking)).toHaveLength(start === null ? 0 : 1)
  if (start === null) return
  expect(status).toBe('confirmed')
  // The wish may overlap the booking's own time, which has a row already.
  const ownOccupations = occupations.filter(({ booking_id }) => booking_id === id)
  const wanted: Span = [start, start + ends_at - starts_at]
  expectReserved([...ownOccupations, ...askedOccupations], { at: move_to_resource_id ?? resource_id, wanted })
}

/** Expects that a hold has its time until it expires, if no absence has taken it. */
function expectHolds({ holds, occupations }: Tables): void {
  for (const hold of holds)
    for (const row of occupations.filter(({ hold_id }) => hold_id === hold.id)) {
      expect(row.expires_at).toBe(hold.expires_at)
      expectReserved([row], { at: row.resource_id, wanted: spanOf(hold) })
    }
}

/** Expects that each open offer is of somebody who waits, and is wholly reserved. */
function expectOffers({ offers, entries, bookings, occupations }: Tables): void {
  expect(occupations.filter(({ offer_id }) => offer_id !== null)).toHaveLength(offers.length)
  const idsOfWaiting = entries.flatMap(({ booking_id }) => booking_id ?? [])
  for (const id of idsOfWaiting)
    expect(isStanding(bookings.find((booking) => booking.id === id)?.status ?? 'cancelled')).toBe(true)
  for (const offer of offers) {
    const entry = entries.find(({ id }) => id === offer.entry_id)
    if (entry === undefined) throw new Error('an offer of nobody')
    // The time may overlap that of the booking that it would move.
    const ownOccupations = occupations.filter(
      ({ offer_id, booking_id }) =>
        offer_id === offer.id || (booking_id !== null && booking_id === entry.booking_id),
    )
    expectReserved(ownOccupations, { at: offer.resource_id, wanted: spanOf(offer) })
  }
}

/** Expects that nothing within an absence is free, and that absences occupy only their own time. */
function expectAbsences(app: TestApp, { absences, occupations, resources }: Tables): void {
  const { now } = app.ctx()
  const nearAbsences = absences.filter(
    ({ starts_at, ends_at }) => ends_at > now && starts_at < now + COMPARED_AHEAD,
  )
  for (const absence of nearAbsences)
    for (const resource of absence.resource_id === null ? resources : [absence.resource_id]) {
      const reserved = occupations.filter((row) => row.resource_id === resource && row.hold_id === null)
      const free = withoutSpans([spanOf(absence)], reserved.map(spanOf))
      const longFree = free.filter(([from, to]) => to - from > LONGEST_PADDING)
      expect(longFree, JSON.stringify(absence)).toEqual([])
    }
  for (const row of occupations) {
    const absence = nearAbsences.find(({ id }) => id === row.absence_id)
    if (absence !== undefined) expect(withoutSpans([spanOf(row)], [spanOf(absence)])).toEqual([])
  }
}

/** Expects that these occupations, as far as they are at this resource, cover the wanted time. */
function expectReserved(
  rows: readonly OccupationRow[],
  { at, wanted }: Readonly<{ at: string; wanted: Span }>,
): void {
  const reserved = rows.filter(({ resource_id }) => resource_id === at).map(spanOf)
  expect(withoutSpans([wanted], reserved)).toEqual([])
}

function spanOf({ starts_at, ends_at }: Times): Span {
  return [starts_at, ends_at]
}
