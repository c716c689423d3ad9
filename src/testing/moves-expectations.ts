import { expect } from 'vitest'
import { isStanding, type ModelBooking, type MovesModel, occupiedBy } from './moves-model.ts'
import { startsInCalendar } from './patient-calendar.ts'
import { refusalCode, resultOrRefusal } from './refusal.ts'
import { mergedSpans, type Span, withoutSpans } from './spans.ts'
import type { TestApp } from './test-app.ts'

/** This module says what the model test of moves expects of each step and after it. */

/**
 * Expects that each end of a booking was announced once, and that calendars show a confirmed appointment at
 * its time and nothing else.
 */
export function expectAnnounced(app: TestApp, booking: ModelBooking): void {
  const { id, status, start } = booking
  const emails = `select kind from messages where channel = 'email' and booking_id = ?`
  const kinds = app.rows<{ kind: string }>(emails, id).map(({ kind }) => kind)
  const countOf = (kind: string) => kinds.filter((each) => each === kind).length
  for (const kind of ['confirmed', 'rejected', 'cancelled']) {
    // A cancelled booking may have been confirmed before.
    const mayBeEarlier = kind === 'confirmed' && status === 'cancelled'
    if (mayBeEarlier) expect(countOf(kind)).toBeLessThanOrEqual(1)
    else expect(countOf(kind), kind).toBe(kind === status ? 1 : 0)
  }
  expect(startsInCalendar(app, id)).toEqual(status === 'confirmed' && booking.hasEmail ? [start] : [])
}

type Occupation = { starts_at: number; ends_at: number; owner: string | null; absence_id: number | null }

/**
 * Expects that the bookings are stored as in the model, and that their times and those of absences are
 * reserved once.
 */
export function expectStored(app: TestApp, model: MovesModel): void {
  expectBookingsStored(app, model.bookings)
  const occupations = app.rows<Occupation>(
    'select starts_at, ends_at, absence_id, coalesce(booking_id, move_of) owner from occupations order by starts_at',
  )
  expectNoOverlap(occupations)
  for (const booking of model.bookings) {
    const ownOccupations = occupations.filter(({ owner }) => owner === booking.id)
    expect(mergedSpans(spansIn(ownOccupations))).toEqual(mergedSpans(occupiedBy(booking)))
  }
  expectAbsencesReserved(occupations, model)
}

function expectBookingsStored(app: TestApp, bookings: readonly ModelBooking[]): void {
  const stored = app.rows('select id, status, starts_at, move_to_at, attendance from bookings order by rowid')
  expect(stored).toEqual(
    bookings.map(({ id, status, start, askedStart = null, attendance }) => ({
      id,
      status,
      starts_at: start,
      move_to_at: askedStart,
      attendance,
    })),
  )
}

/** Expects that each occupation begins when the previous one has ended. They are sorted by their start. */
function expectNoOverlap(occupations: readonly Occupation[]): void {
  for (const [i, { starts_at }] of occupations.entries())
    expect(starts_at).toBeGreaterThanOrEqual(occupations[i - 1]?.ends_at ?? 0)
}

/** Expects that absences reserve the part of their time that no booking occupies. */
function expectAbsencesReserved(
  occupations: readonly Occupation[],
  { bookings, absences }: MovesModel,
): void {
  const closed = withoutSpans(mergedSpans(absences.map(({ span }) => span)), bookings.flatMap(occupiedBy))
  // Public holidays are not in the model; they are on other days.
  const idsInModel = new Set<number | null>(absences.map(({ id }) => id))
  const reserved = occupations.filter(({ absence_id }) => idsInModel.has(absence_id))
  expect(mergedSpans(spansIn(reserved))).toEqual(mergedSpans(closed))
}

function spansIn(occupations: readonly Occupation[]): Span[] {
  return occupations.map(({ starts_at, ends_at }) => [starts_at, ends_at])
}

/** Runs a verb and expects this refusal, or none. @returns whether the verb succeeded */
export function runExpecting(verb: () => unknown, expected: string | undefined): boolean {
  expect(refusalCode(verb)).toBe(expected)
  return expected === undefined
}

/** Runs a verb like `runExpecting`, and returns its result; undefined when it was refused. */
export function resultExpecting<T>(verb: () => T, expected: string | undefined): T | undefined {
  const { result, refusal } = resultOrRefusal(verb)
  expect(refusal).toBe(expected)
  return result
}

/**
 * Cancels a booking in the portal and in the model.
 * @param isLate whether a standing booking can no longer be cancelled
 */
export function cancelExpecting(booking: ModelBooking, isLate: boolean, verb: () => unknown): void {
  const wasStanding = isStanding(booking)
  const expectedRefusal = () => {
    if (booking.status === 'rejected') return 'already_decided'
    return wasStanding && isLate ? 'too_late' : undefined
  }
  if (runExpecting(verb, expectedRefusal()) && wasStanding)
    Object.assign(booking, {
      status: 'cancelled',
      askedStart: undefined,
      attendance: null,
      lastChange: undefined,
    })
}
