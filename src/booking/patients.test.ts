import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Booking, bookings } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { FULL_READ, recordPlanSteps } from '../testing/query-plan.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  countVisits,
  IS_FIRST_VISIT,
  isSamePatient,
  lastVisitIn,
  listBookingsOfPatient,
  nextVisitIn,
  settleFirstVisit,
} from './patients.ts'

describe('the visits of a patient', () => {
  const addVisit = (app: TestApp, daysAgo: number, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW - daysAgo * DAY_LENGTH, ...changes })

  /** Adds an attended, a missed, a cancelled and a future appointment, and returns the first one. */
  const addOneOfEach = (app: TestApp) => {
    const attended = addVisit(app, 3)
    addVisit(app, 2, { attendance: 'no_show' })
    addVisit(app, 1, { status: 'cancelled' })
    addVisit(app, -1)
    return attended
  }

  it('are the confirmed appointments that have begun', () => {
    const app = openTestApp()
    expect(countVisits(app.ctx(), addOneOfEach(app))).toEqual({ count: 2, noShows: 1 })
  })

  it('end with the last attended appointment', () => {
    const app = openTestApp()
    const attended = addOneOfEach(app)
    expect(lastVisitIn(app.ctx(), listBookingsOfPatient(app.ctx(), attended))).toBe(attended.startsAt)
  })

  /** Differs from the sample contact in everything but the name. */
  const different = { mobile: '0512 999', email: 'r@anderswo.example', birthOn: '1950-05-05' }
  /**
   * Adds a visit of the sample contact and one with these changes, and returns how many count for the first.
   */
  const countBeside = (other: Partial<Booking>) => {
    const app = openTestApp()
    const name = { lastName: 'Müsterfrau' }
    const booking = addVisit(app, 1, name)
    addVisit(app, 2, { ...name, ...other })
    return countVisits(app.ctx(), booking).count
  }

  it.each<[string, Partial<Booking>]>([
    ['name and mailbox', { ...different, email: 'ROSA+arzt@musterfrau.example' }],
    ['name, in capitals, and birth date', { ...different, lastName: 'MÜSTERFRAU', birthOn: '1980-01-01' }],
    ['both names in small letters', { firstName: 'rosa', lastName: 'müsterfrau' }],
    ['name and phone, without a birth date', { ...different, mobile: '0664 1234567', birthOn: '' }],
  ])('belong together by %s', (_what, other) => {
    expect(countBeside(other)).toBe(2)
  })

  it.each(["O'Brien", 'O’Brien', 'o‘brien', 'Oʼbrien'])(
    'belong together whatever the apostrophe: %s',
    (lastName) => {
      const app = openTestApp()
      const typed = addVisit(app, 1, { lastName })
      const other = addVisit(app, 2, { lastName: lastName.replace(/['’‘ʼ]/g, "'").toUpperCase() })
      for (const booking of [typed, other]) expect(countVisits(app.ctx(), booking).count).toBe(2)
    },
  )

  it('are found even if a name has two kinds of apostrophe', () => {
    const app = openTestApp()
    expect(countVisits(app.ctx(), addVisit(app, 1, { lastName: "O'Brien-O’Neill" })).count).toBe(1)
  })

  it.each<[string, Partial<Booking>]>([
    ['name and phone, but another birth date', { ...different, mobile: '0664 1234567' }],
    ['the name only', different],
    ['mailbox, phone and birth date of a twin', { firstName: 'Vera' }],
  ])('do not belong together by %s', (_what, other) => {
    expect(countBeside(other)).toBe(1)
  })

  it('do not belong together by the name alone when address, birth date and number are all missing', () => {
    const app = openTestApp()
    const nobody = { email: '', mailbox: '', birthOn: '', mobile: '' }
    const booking = addVisit(app, 1, nobody)
    addVisit(app, 2, nobody)
    expect(countVisits(app.ctx(), booking)).toEqual({ count: 1, noShows: 0 })
  })

  it('are found by index', () => {
    const app = openTestApp()
    const booking = addVisit(app, 1)
    const steps = recordPlanSteps(app.ctx().db)
    countVisits(app.ctx(), booking)
    expect(steps().filter((step) => FULL_READ.test(step))).toEqual([])
    expect(steps().join()).toContain('bookings_by_name (<expr>=?)')
  })
})

describe('the first visit of a patient', () => {
  const anyBooking = fc.record({
    firstName: fc.constantFrom('Rosa', 'ROSA', 'Vera'),
    mailbox: fc.constantFrom('', 'a@b.at', 'c@d.at'),
    birthOn: fc.constantFrom('', '1980-01-01', '1990-01-01'),
    mobile: fc.constantFrom('', '0664 1', '0664 2'),
    status: fc.constantFrom('confirmed' as const, 'cancelled' as const),
    day: fc.integer({ min: 0, max: 3 }),
  })

  it('is found by SQL with the same rule as `isSamePatient`', () => {
    const { db } = openTestApp({ empty: true }).ctx()
    fc.assert(
      fc.property(fc.array(anyBooking, { maxLength: 6 }), (drawn) => {
        db.delete(bookings).run()
        const all = drawn.map(({ day, ...columns }, i) =>
          insertBooking(db, {
            ...columns,
            id: `${i}`,
            resourceId: `doctor-${i}`,
            startsAt: NOW + day * DAY_LENGTH,
          }),
        )
        const confirmed = all
          .filter(({ status }) => status === 'confirmed')
          .toSorted((a, b) => a.startsAt - b.startsAt || Number(a.id) - Number(b.id))
        const expected = confirmed.filter((each, i) =>
          confirmed.slice(0, i).every((other) => !isSamePatient(other, each)),
        )
        const found = db.select({ id: bookings.id }).from(bookings).where(IS_FIRST_VISIT).all()
        expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      }),
    )
  })
})

describe('a first visit that is settled before its booking is anonymised', () => {
  const addVisitIn = (app: TestApp, days: number, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW + days * DAY_LENGTH, ...changes })
  const firstVisits = (app: TestApp) =>
    app
      .rows<{ first_visit: number | null }>('select first_visit from bookings order by starts_at, id')
      .map((row) => row.first_visit)

  it('marks only the later visits of the same patient as not the first', () => {
    const app = openTestApp()
    addVisitIn(app, -2, { firstVisit: true })
    addVisitIn(app, 0, { id: 'a', resourceId: 'b', status: 'cancelled' })
    const first = addVisitIn(app, 0, { id: 'b' })
    addVisitIn(app, 0, { id: 'c', resourceId: 'c' })
    addVisitIn(app, 1)
    addVisitIn(app, 2, { firstName: 'Vera' })
    expect(settleFirstVisit(app.ctx(), first)).toBe(false)
    // In the order in which the visits were added.
    expect(firstVisits(app)).toEqual([1, null, null, 0, 0, null])
  })

  it('leaves later visits unmarked for an unconfirmed booking, unless that itself is marked as a later visit', () => {
    const app = openTestApp()
    const cancelled = addVisitIn(app, 0, { status: 'cancelled' })
    addVisitIn(app, 1)
    expect(settleFirstVisit(app.ctx(), cancelled)).toBe(false)
    expect(firstVisits(app)).toEqual([null, null])
    app.change('update bookings set first_visit = 0 where id = ?', cancelled.id)
    settleFirstVisit(app.ctx(), cancelled)
    expect(firstVisits(app)).toEqual([0, 0])
  })

  it('is recognised only for the booking without a visit before it', () => {
    const app = openTestApp()
    const [first, second] = [addVisitIn(app, 0), addVisitIn(app, 1)]
    expect([settleFirstVisit(app.ctx(), first), settleFirstVisit(app.ctx(), second)]).toEqual([true, false])
  })
})

it('the next visit is the first future appointment that was not called off', () => {
  const app = openTestApp()
  const add = (days: number, status: Booking['status']) =>
    insertBooking(app.ctx().db, { status, startsAt: NOW + days * DAY_LENGTH })
  const begun = add(0, 'confirmed')
  const cancelled = add(1, 'cancelled')
  const requested = add(2, 'requested')
  const later = add(3, 'confirmed')
  expect(nextVisitIn(app.ctx(), [begun, cancelled, requested, later])).toBe(requested.startsAt)
  expect(nextVisitIn(app.ctx(), [begun, cancelled])).toBeUndefined()
})
