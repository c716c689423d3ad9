import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { FULL_READ, recordPlanSteps } from '../testing/query-plan.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { countVisits, lastVisitIn, listBookingsOfPatient, nextVisitIn } from './patients.ts'

describe('the visits of a patient', () => {
  type Visit = Partial<Booking> & Readonly<{ daysAgo: number }>

  /** Adds a confirmed appointment. A negative `daysAgo` makes it a future one. */
  const addVisit = (app: TestApp, { daysAgo, ...changes }: Visit) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW - daysAgo * DAY_LENGTH, ...changes })

  /** Adds an attended, a missed, a cancelled and a future appointment, and returns the first one. */
  const addOneOfEach = (app: TestApp) => {
    const attended = addVisit(app, { daysAgo: 3 })
    addVisit(app, { daysAgo: 2, attendance: 'no_show' })
    addVisit(app, { daysAgo: 1, status: 'cancelled' })
    addVisit(app, { daysAgo: -1 })
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
    const booking = addVisit(app, { daysAgo: 1, ...name })
    addVisit(app, { daysAgo: 2, ...name, ...other })
    return countVisits(app.ctx(), booking).count
  }

  it.each<{ what: string; other: Partial<Booking> }>([
    { what: 'name and mailbox', other: { ...different, email: 'ROSA+arzt@musterfrau.example' } },
    {
      what: 'name, in capitals, and birth date',
      other: { ...different, lastName: 'MÜSTERFRAU', birthOn: '1980-01-01' },
    },
    { what: 'both names in small letters', other: { firstName: 'rosa', lastName: 'müsterfrau' } },
    {
      what: 'name and phone, without a birth date',
      other: { ...different, mobile: '0664 1234567', birthOn: '' },
    },
  ])('belong together by $what', ({ other }) => {
    expect(countBeside(other)).toBe(2)
  })

  it.each(["O'Brien", 'O’Brien', 'o‘brien', 'Oʼbrien'])(
    'belong together whatever the apostrophe: %s',
    (lastName) => {
      const app = openTestApp()
      const typed = addVisit(app, { daysAgo: 1, lastName })
      const otherVisit = addVisit(app, {
        daysAgo: 2,
        lastName: lastName.replace(/['’‘ʼ]/g, "'").toUpperCase(),
      })
      for (const booking of [typed, otherVisit]) expect(countVisits(app.ctx(), booking).count).toBe(2)
    },
  )

  it('are found even if a name has two kinds of apostrophe', () => {
    const app = openTestApp()
    expect(countVisits(app.ctx(), addVisit(app, { daysAgo: 1, lastName: "O'Brien-O’Neill" })).count).toBe(1)
  })

  it.each<{ what: string; other: Partial<Booking> }>([
    {
      what: 'name and phone, but another birth date',
      other: { ...different, mobile: '0664 1234567' },
    },
    { what: 'the name only', other: different },
    { what: 'mailbox, phone and birth date of a twin', other: { firstName: 'Vera' } },
  ])('do not belong together by $what', ({ other }) => {
    expect(countBeside(other)).toBe(1)
  })

  it('do not belong together by the name alone when e-mail address, birth date and number are all missing', () => {
    const app = openTestApp()
    const nobody = { email: '', mailbox: '', birthOn: '', mobile: '' }
    const booking = addVisit(app, { daysAgo: 1, ...nobody })
    addVisit(app, { daysAgo: 2, ...nobody })
    expect(countVisits(app.ctx(), booking)).toEqual({ count: 1, noShows: 0 })
  })

  it('are found by index', () => {
    const app = openTestApp()
    const booking = addVisit(app, { daysAgo: 1 })
    const steps = recordPlanSteps(app.ctx().db)
    countVisits(app.ctx(), booking)
    expect(steps().filter((step) => FULL_READ.test(step))).toEqual([])
    expect(steps().join()).toContain('bookings_by_name (<expr>=?)')
  })
})

it('the next visit is the first future appointment that was not called off', () => {
  const app = openTestApp()
  const addAppointment = (days: number, status: Booking['status']) =>
    insertBooking(app.ctx().db, { status, startsAt: NOW + days * DAY_LENGTH })
  const begun = addAppointment(0, 'confirmed')
  const cancelled = addAppointment(1, 'cancelled')
  const requested = addAppointment(2, 'requested')
  const later = addAppointment(3, 'confirmed')
  expect(nextVisitIn(app.ctx(), [begun, cancelled, requested, later])).toBe(requested.startsAt)
  expect(nextVisitIn(app.ctx(), [begun, cancelled])).toBeUndefined()
})
