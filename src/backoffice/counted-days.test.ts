import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Booking, bookings } from '../db/schema.ts'
import { anonymiseBooking } from '../privacy/anonymisation.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { dayNumberAt, startOfDay } from '../time/vienna.ts'
import { readCounts, storeCounts } from './counted-days.ts'

/** They include the day of 25 hours. */
const FIRST = dayNumberAt(Date.parse('2026-10-23T12:00:00+02:00'))
const DAYS = [FIRST, FIRST + 6] as const

/** Also times before and after the counted days, and around midnight. */
const startsAt = fc.integer({ min: -48, max: 8 * 48 }).map((half) => startOfDay(FIRST) + half * (HOUR / 2))

/** Few values of each column, so that many of the bookings are the same patient's. */
const columns = {
  startsAt,
  status: fc.constantFrom('requested', 'confirmed', 'confirmed', 'confirmed', 'cancelled'),
  firstName: fc.constantFrom('Änne', 'änne', 'Rosa'),
  mailbox: fc.constantFrom('', 'a@muster.example'),
  birthOn: fc.constantFrom('', '1980-01-01', '1990-01-01'),
  mobile: fc.constantFrom('0664 1234567', '0664 7654321'),
  serviceId: fc.constantFrom('akupunktur', 'facial'),
} as const satisfies { [Name in keyof Booking]?: fc.Arbitrary<Booking[Name]> }

const booked = fc.array(fc.record(columns), { minLength: 2, maxLength: 5 })
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'update', 'update', 'anonymise', 'delete'),
    which: fc.nat({ max: 4 }),
    changes: fc.record(columns, { requiredKeys: [] }),
  }),
  { minLength: 1, maxLength: 3 },
)

it('the stored counts of a day are those of its bookings, whatever changes on this or another day', () => {
  const app = openTestApp()
  const { db } = app.ctx()
  const insert = (changes: Partial<Booking>) => {
    insertBooking(db, changes)
    // Others may start at the same time.
    app.change('delete from occupations')
  }
  const change = (kind: string, booking: Booking, changes: Partial<Booking>) => {
    const isThis = eq(bookings.id, booking.id)
    if (kind === 'anonymise') anonymiseBooking(app.ctx(), booking, 'Gelöscht.')
    else if (kind === 'delete') db.delete(bookings).where(isThis).run()
    else
      db.update(bookings)
        .set({ ...changes, updatedAt: 1 })
        .where(isThis)
        .run()
  }
  fc.assert(
    fc.property(booked, steps, (first, changed) => {
      app.change('delete from bookings')
      first.forEach(insert)
      for (const { kind, which, changes } of changed) {
        while (storeCounts(app.ctx(), DAYS));
        expect(app.rows('select count(*) as days from counted_days')).toEqual([{ days: 6 }])
        const named = db.select().from(bookings).where(eq(bookings.anonymised, false)).all()
        const booking = named[which % named.length]
        if (kind === 'insert' || booking === undefined) insert(changes)
        else change(kind, booking, changes)
        const stored = readCounts(app.ctx(), DAYS)
        app.change('delete from counted_days')
        expect(stored).toEqual(readCounts(app.ctx(), DAYS))
      }
    }),
    { numRuns: 60 },
  )
})
