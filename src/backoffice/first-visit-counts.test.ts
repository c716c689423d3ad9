import { beforeEach, describe, expect, it } from 'vitest'
import { changeBooking } from '../booking/bookings.ts'
import type { Booking } from '../db/schema.ts'
import { anonymiseBooking } from '../privacy/anonymisation.ts'
import { addBooking, monthOf } from '../testing/month-figures.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeEach(() => {
  app = openTestApp()
})

/** Adds an appointment of a patient, confirmed unless the changes say otherwise. */
const addVisit = (firstName: string, start: string, changes: Partial<Booking> = {}) =>
  addBooking(app, start, { firstName, status: 'confirmed', ...changes })
/** Returns the number of first visits in each of the months. */
const firstVisitsIn = (...months: string[]) => months.map((month) => monthOf(app, month).firstVisits)

describe('the first visits of a month', () => {
  it('count each patient once, with the earliest confirmed appointment', () => {
    addVisit('Vera', '2026-11-03T09:00:00+01:00', { status: 'cancelled' })
    addVisit('Vera', '2026-11-10T09:00:00+01:00')
    addVisit('Vera', '2026-12-02T09:00:00+01:00')
    addVisit('Ida', '2027-01-28T09:00:00+01:00')
    expect(firstVisitsIn('2026-11', '2026-12', '2027-01')).toEqual([1, 0, 1])
  })

  it('do not count a patient who came before, even in a month that is no longer shown', () => {
    addVisit('Rosa', '2024-11-05T09:00:00+01:00', { attendance: 'no_show' })
    addVisit('Rosa', '2026-12-01T09:00:00+01:00')
    expect(firstVisitsIn('2026-12')).toEqual([0])
  })

  it('do not count a patient whose only booking is a request', () => {
    addVisit('Eva', '2027-01-29T09:00:00+01:00', { status: 'requested' })
    expect(firstVisitsIn('2027-01')).toEqual([0])
  })

  it('count for the service of the first appointment', () => {
    addVisit('Vera', '2026-11-10T09:00:00+01:00', { serviceId: 'folgebehandlung' })
    const ofService = (id: string) => monthOf(app, '2026-11', id).firstVisits
    expect(ofService('folgebehandlung')).toBe(1)
    expect(ofService('erstordination')).toBe(0)
  })

  it('are counted again when an appointment passes to another patient', () => {
    const { id } = addVisit('Vera', '2026-11-10T09:00:00+01:00')
    addVisit('Vera', '2026-12-02T09:00:00+01:00')
    expect(firstVisitsIn('2026-11', '2026-12')).toEqual([1, 0])
    app.pass(1)
    // The appointment in November is now Verena's, so Vera's first visit is in December.
    changeBooking(app.ctx(), id, { firstName: 'Verena' })
    expect(firstVisitsIn('2026-11', '2026-12')).toEqual([1, 1])
  })

  it('stay the same when the first appointment is anonymised', () => {
    const first = addVisit('Rosa', '2026-10-06T09:00:00+02:00')
    addVisit('Rosa', '2026-12-01T09:00:00+01:00')
    anonymiseBooking(app.ctx(), first, 'Gelöscht.')
    expect(firstVisitsIn('2026-10', '2026-12')).toEqual([1, 0])
  })

  it('leave out later appointments until all earlier ones are anonymised or deleted', () => {
    const first = addVisit('Rosa', '2026-10-06T09:00:00+02:00')
    const cancelled = addVisit('Rosa', '2026-11-03T09:00:00+01:00', { status: 'cancelled' })
    const deleted = addVisit('Rosa', '2026-12-01T09:00:00+01:00')
    anonymiseBooking(app.ctx(), first, 'Gelöscht.')
    expect(firstVisitsIn('2026-10', '2026-11', '2026-12')).toEqual([1, 0, 0])
    app.changeRows('delete from bookings where id = ?', deleted.id)
    addVisit('Rosa', '2027-01-05T09:00:00+01:00')
    expect(firstVisitsIn('2027-01')).toEqual([0])
    // Before the cancelled booking loses its patient, it marks the appointment in January as a later one.
    anonymiseBooking(app.ctx(), cancelled, 'Gelöscht.')
    expect(firstVisitsIn('2027-01')).toEqual([0])
    // Nothing is known any more of the time before this appointment.
    addVisit('Rosa', '2027-01-04T09:00:00+01:00')
    expect(firstVisitsIn('2027-01')).toEqual([1])
  })
})
