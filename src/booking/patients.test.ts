import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { FULL_READ, recordPlanSteps } from '../testing/databases.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { countVisits } from './patients.ts'

describe('the visits of a patient', () => {
  const past = (app: TestApp, days: number, changes: Partial<Booking> = {}) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW - days * DAY_LENGTH, ...changes })

  it('are the confirmed appointments that have begun', () => {
    const app = openTestApp()
    const booking = past(app, 1)
    past(app, 2, { attendance: 'no_show' })
    past(app, 3, { status: 'cancelled' })
    past(app, -1)
    expect(countVisits(app.ctx(), booking)).toEqual({ count: 2, noShows: 1 })
  })

  const unlike = { mobile: '0512 999', email: 'r@anderswo.example', birthOn: '1950-05-05' }
  it.each<[string, Partial<Booking>, number]>([
    ['name and mailbox', { ...unlike, email: 'ROSA+arzt@musterfrau.example' }, 2],
    ['name, in capitals, and birth date', { ...unlike, lastName: 'MÜSTERFRAU', birthOn: '1980-01-01' }, 2],
    ['both names in small letters', { firstName: 'rosa', lastName: 'müsterfrau' }, 2],
    ['name and phone, without a birth date', { ...unlike, mobile: '0664 1234567', birthOn: '' }, 2],
    ['name and phone, but another birth date', { ...unlike, mobile: '0664 1234567' }, 1],
    ['the name only', unlike, 1],
    ['mailbox, phone and birth date of a twin', { firstName: 'Vera' }, 1],
  ])('belong together by %s', (_what, other, count) => {
    const app = openTestApp()
    const name = { lastName: 'Müsterfrau' }
    const booking = past(app, 1, name)
    past(app, 2, { ...name, ...other })
    expect(countVisits(app.ctx(), booking).count).toBe(count)
  })

  it('are never those of others of the same name without address, birth date and number', () => {
    const app = openTestApp()
    const nobody = { email: '', mailbox: '', birthOn: '', mobile: '' }
    const booking = past(app, 1, nobody)
    past(app, 2, nobody)
    expect(countVisits(app.ctx(), booking)).toEqual({ count: 1, noShows: 0 })
  })

  it('are found by index', () => {
    const app = openTestApp()
    const booking = past(app, 1)
    const steps = recordPlanSteps(app.ctx().db)
    countVisits(app.ctx(), booking)
    expect(steps().filter((step) => FULL_READ.test(step))).toEqual([])
    expect(steps().join()).toContain('bookings_by_name (<expr>=?)')
  })
})
