import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { type Booking, bookings } from '../db/schema.ts'
import { anonymiseBooking } from '../privacy/anonymisation.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { pickFrom } from '../testing/model-test-commands.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import { COUNTING_VERSION } from './booking-counts.ts'
import { readDayCounts, storeDayCounts } from './counted-days.ts'

/** The first of the counted days, one of which has 25 hours: the clocks change on 25 October 2026. */
const FIRST_DAY = dayNumberAt(Date.parse('2026-10-23T12:00:00+02:00'))
/** The number of counted days. */
const DAYS = 6
/** The first day, and the one after the last. */
const COUNTED_DAYS = [FIRST_DAY, FIRST_DAY + DAYS] as const

const HALF_HOURS_OF_DAY = 48
/** Half hours from a day before the counted days until two days after them, midnight included. */
const startsAt = fc
  .integer({ min: -HALF_HOURS_OF_DAY, max: (DAYS + 2) * HALF_HOURS_OF_DAY })
  .map((halfHours) => startOfDay(FIRST_DAY) + halfHours * (HOUR / 2))

/** Few values for each column, so that many bookings have the same patient. */
const columns = {
  startsAt,
  status: fc.constantFrom('requested', 'confirmed', 'confirmed', 'confirmed', 'cancelled'),
  firstName: fc.constantFrom('Änne', 'änne', 'Rosa'),
  mailbox: fc.constantFrom('', 'a@muster.example'),
  birthOn: fc.constantFrom('', '1980-01-01', '1990-01-01'),
  mobile: fc.constantFrom('0664 1234567', '0664 7654321'),
  serviceId: fc.constantFrom('akupunktur', 'facial'),
} as const satisfies { [Name in keyof Booking]?: fc.Arbitrary<Booking[Name]> }

const anyBookings = fc.array(fc.record(columns), { minLength: 2, maxLength: 5 })
/** Each step inserts a booking, or changes the one that `pickFrom` picks. */
const anySteps = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'update', 'update', 'anonymise', 'delete'),
    pick: fc.nat({ max: 4 }),
    changes: fc.record(columns, { requiredKeys: [] }),
  }),
  { minLength: 1, maxLength: 3 },
)

/** Inserts a booking without an occupation, so that several can start at the same time. */
function insertUnreserved(app: TestApp, changes: Partial<Booking>): void {
  insertBooking(app.ctx().db, changes)
  app.changeRows('delete from occupations')
}

/** Updates, anonymises or deletes a booking. */
function changeBooking(
  app: TestApp,
  change: Readonly<{
    kind: 'update' | 'anonymise' | 'delete'
    booking: Booking
    changes: Partial<Booking>
  }>,
): void {
  const { kind, booking, changes } = change
  const { db } = app.ctx()
  const hasItsId = eq(bookings.id, booking.id)
  if (kind === 'anonymise') anonymiseBooking(app.ctx(), booking, 'Gelöscht.')
  else if (kind === 'delete') db.delete(bookings).where(hasItsId).run()
  // The changes may be empty, but an update needs at least one column.
  else
    db.update(bookings)
      .set({ ...changes, updatedAt: 1 })
      .where(hasItsId)
      .run()
}

/** Stores the counts of all counted days, of which each call stores some. */
function storeAllCounts(app: TestApp): void {
  while (storeDayCounts(app.ctx(), COUNTED_DAYS));
}

it('the stored counts match the bookings, whatever changes on the same or another day', () => {
  const app = openTestApp()
  const { db } = app.ctx()
  fc.assert(
    fc.property(anyBookings, anySteps, (firstBookings, steps) => {
      app.changeRows('delete from bookings')
      for (const booking of firstBookings) insertUnreserved(app, booking)
      for (const { kind, pick, changes } of steps) {
        storeAllCounts(app)
        expect(app.rows('select count(*) as days from counted_days')).toEqual([{ days: DAYS }])
        const withPatient = db.select().from(bookings).where(eq(bookings.anonymised, false)).all()
        const booking = pickFrom(withPatient, pick)
        if (kind === 'insert' || booking === undefined) insertUnreserved(app, changes)
        else changeBooking(app, { kind, booking, changes })
        const fromStored = readDayCounts(app.ctx(), COUNTED_DAYS)
        app.changeRows('delete from counted_days')
        const countedNow = readDayCounts(app.ctx(), COUNTED_DAYS)
        expect(fromStored).toEqual(countedNow)
      }
    }),
    { numRuns: 60 },
  )
})

describe('the version of the counting', () => {
  /** Counts the first day, on which each figure has something to count. */
  function countFixedDay() {
    const app = openTestApp()
    const noon = startOfDay(FIRST_DAY) + 12 * HOUR
    const createdAt = noon - 10 * DAY_LENGTH
    // Every booking has a hold of its own, as if its patient had asked for it.
    const insertAtNoon = (changes: Partial<Booking>) =>
      insertUnreserved(app, { startsAt: noon, createdAt, holdId: randomToken(), ...changes })
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
    // All bookings have the same service and resource, so they are counted together.
    const [countsOfDay = []] = readDayCounts(app.ctx(), [FIRST_DAY, FIRST_DAY + 1])
    const [onlyCount] = countsOfDay
    return onlyCount
  }

  it('must be raised when a figure counts differently', () => {
    const tenDays = 10 * DAY_LENGTH
    const threeDays = 3 * DAY_LENGTH
    expect(
      { COUNTING_VERSION, ...countFixedDay() },
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
      ahead: [tenDays, tenDays, threeDays, ...Array(6).fill(tenDays)],
    })
  })

  it('is stored with each day, so that days of another version are counted again', () => {
    const app = openTestApp()
    storeAllCounts(app)
    const storedBy = (version: number) =>
      app.rows('select starts_at from counted_days where version = ?', version).length
    expect(storedBy(COUNTING_VERSION)).toBe(DAYS)
    const counts = readDayCounts(app.ctx(), COUNTED_DAYS)
    app.changeRows(`update counted_days set version = version + 1, counts = '["outdated"]'`)
    expect(readDayCounts(app.ctx(), COUNTED_DAYS)).toEqual(counts)
    storeAllCounts(app)
    expect(storedBy(COUNTING_VERSION)).toBe(DAYS)
    expect(storedBy(COUNTING_VERSION + 1)).toBe(0)
    expect(readDayCounts(app.ctx(), COUNTED_DAYS)).toEqual(counts)
  })
})
