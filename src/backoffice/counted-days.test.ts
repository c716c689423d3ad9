import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Booking, bookings } from '../db/schema.ts'
import { anonymiseBooking } from '../privacy/anonymisation.ts'
import { dayNumber, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { pickFrom } from '../testing/model-test-commands.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { startOfDay } from '../time/vienna.ts'
import { COUNTING_VERSION } from './booking-counts.ts'
import { readDayCounts, storeDayCounts } from './counted-days.ts'

/** The number of counted days. */
const DAY_COUNT = 6
const FIRST_DAY = dayNumber('2026-10-23')
/** One of these days has 25 hours, because the clocks change on 25 October 2026. `to` is not included. */
const COUNTED_DAYS = { from: FIRST_DAY, to: FIRST_DAY + DAY_COUNT }

const HALF_HOURS_OF_DAY = 48
/** Half hours from a day before the counted days until two days after them, midnight included. */
const startsAt = fc
  .integer({ min: -HALF_HOURS_OF_DAY, max: (DAY_COUNT + 2) * HALF_HOURS_OF_DAY })
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
        expect(app.rows('select count(*) as days from counted_days')).toEqual([{ days: DAY_COUNT }])
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

it('the version of the counting is stored with each day, so that days of another version are counted again', () => {
  const app = openTestApp()
  storeAllCounts(app)
  const storedBy = (version: number) =>
    app.rows('select starts_at from counted_days where version = ?', version).length
  expect(storedBy(COUNTING_VERSION)).toBe(DAY_COUNT)
  const counts = readDayCounts(app.ctx(), COUNTED_DAYS)
  app.changeRows(`update counted_days set version = version + 1, counts = '["outdated"]'`)
  expect(readDayCounts(app.ctx(), COUNTED_DAYS)).toEqual(counts)
  storeAllCounts(app)
  expect(storedBy(COUNTING_VERSION)).toBe(DAY_COUNT)
  expect(storedBy(COUNTING_VERSION + 1)).toBe(0)
  expect(readDayCounts(app.ctx(), COUNTED_DAYS)).toEqual(counts)
})
