import { expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import type { Booking } from '../db/schema.ts'
import { DAY_LENGTH, dayNumber, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { startOfDay } from '../time/vienna.ts'
import { COUNTING_VERSION } from './booking-counts.ts'
import { readDayCounts } from './counted-days.ts'

const DAY = dayNumber('2026-10-23')
const NOON = startOfDay(DAY) + 12 * HOUR
/** Milliseconds from a booking to its start, where a test says nothing else. */
const BOOKED_AHEAD = 10 * DAY_LENGTH

/** Counts a day with bookings for each figure. All of them have the same service and resource. */
function countFullDay() {
  const app = openTestApp()
  /** Inserts a booking with a hold of its own, as if its patient had asked for it. */
  const insertAtNoon = (changes: Partial<Booking>) => {
    const holdId = randomToken()
    insertBooking(app.ctx().db, { startsAt: NOON, createdAt: NOON - BOOKED_AHEAD, holdId, ...changes })
    // Without an occupation, the next one can start at the same time.
    app.changeRows('delete from occupations')
  }
  insertAtNoon({ status: 'confirmed', answeredAfterMs: 2 * HOUR })
  insertAtNoon({ status: 'confirmed', attendance: 'no_show', fromWaitingList: true })
  insertAtNoon({ status: 'requested', bookedAheadMs: 3 * DAY_LENGTH })
  insertAtNoon({ status: 'rejected', answeredAfterMs: HOUR })
  for (const days of [0, 1, 7])
    insertAtNoon({ status: 'cancelled', cancelledBy: 'patient', cancelledAheadMs: days * DAY_LENGTH })
  insertAtNoon({ status: 'cancelled', cancelledBy: 'practice' })
  // Its own id instead of a hold's means that the practice entered it, here for another patient.
  insertAtNoon({
    id: 'manual',
    holdId: 'manual',
    status: 'confirmed',
    firstName: 'Otto',
    answeredAfterMs: 1,
  })
  const [countsOfDay = []] = readDayCounts(app.ctx(), { from: DAY, to: DAY + 1 })
  const [onlyCount] = countsOfDay
  return onlyCount
}

it('the version of the counting must be raised when a figure counts differently', () => {
  expect(
    { COUNTING_VERSION, ...countFullDay() },
    'raise COUNTING_VERSION, because stored days were counted as before, and then change these figures',
  ).toEqual({
    COUNTING_VERSION: 1,
    serviceId: 'akupunktur',
    resourceId: 'doctor-1',
    tallies: {
      bookings: 9,
      firstVisits: 2,
      rejected: 1,
      cancelled: 4,
      cancelledByPatient: 3,
      cancelledByPractice: 1,
      cancelledWithinDay: 1,
      cancelledWithinWeek: 1,
      cancelledEarlier: 1,
      missed: 1,
      asked: 8,
      fromWaitingList: 1,
    },
    answers: [2 * HOUR, HOUR],
    ahead: [BOOKED_AHEAD, BOOKED_AHEAD, 3 * DAY_LENGTH, ...Array(6).fill(BOOKED_AHEAD)],
  })
})
