import { describe, expect, it } from 'vitest'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { addBooking } from '../testing/month-figures.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import type { CountedBookings } from './hour-loads.ts'
import { readStatistics } from './statistics.ts'

describe('the utilisation by weekday and hour', () => {
  /** Returns the hours of the week with appointments: weekday, hour, booked and working minutes. */
  const bookedHours = (app: TestApp, counted: CountedBookings = {}) =>
    readStatistics(app.ctx(), counted)
      .hours.filter(({ booked }) => booked > 0)
      .map(({ weekday, hour, booked, capacity }) => `${weekday} ${hour}:00 ${booked}/${capacity}`)

  it('can be limited to one resource', () => {
    const app = openTestApp()
    for (const id of ['b', 'c']) saveResource(app.ctx(), id, { name: id })
    saveService(app.ctx(), { ...getService(app.ctx(), 'facial'), otherResourceIds: ['b'] })
    addBooking(app, '2027-01-05T09:00:00+01:00', { resourceId: 'b', status: 'confirmed' })
    addBooking(app, '2027-01-05T09:00:00+01:00', { holdId: 'other', status: 'confirmed' })
    expect([undefined, 'doctor-1', 'b', 'c'].map((resourceId) => bookedHours(app, { resourceId }))).toEqual([
      // On Tuesdays, one hour of each of twelve weeks is 720 minutes; two resources have twice as many.
      ['2 9:00 60/1440'],
      ['2 9:00 30/720'],
      ['2 9:00 30/720'],
      [],
    ])
  })

  it('has the working hours of the last twelve weeks', () => {
    const app = openTestApp({ empty: true })
    expect(readStatistics(app.ctx()).hours).toEqual([])
    const demo = readStatistics(openTestApp().ctx()).hours
    expect(demo.filter(({ weekday }) => weekday === 5).map(({ hour, capacity }) => [hour, capacity])).toEqual(
      [8, 9, 10, 11, 12].map((hour) => [hour, 12 * 60]),
    )
    expect(demo.some(({ weekday }) => weekday === 0 || weekday === 6)).toBe(false)
  })

  it('splits the time of appointments by hour, paddings included, up to yesterday', () => {
    const app = openTestApp()
    addBooking(app, '2026-12-29T09:45:00+01:00', { status: 'confirmed' })
    addBooking(app, '2026-12-22T09:45:00+01:00', { status: 'requested', serviceId: 'facial' })
    addBooking(app, '2026-12-15T09:45:00+01:00', { status: 'cancelled' })
    addBooking(app, '2027-01-07T09:45:00+01:00', { status: 'confirmed' })
    addBooking(app, '2026-10-13T09:45:00+02:00', { status: 'confirmed' })
    // Ten minutes of padding follow each appointment.
    app.changeRows('update occupations set ends_at = ends_at + ?', 10 * MINUTE)
    // Two appointments count, each from 9:45 until 10:25 with its padding. The others were cancelled, are not
    // over before today, or lie more than twelve weeks back.
    expect(bookedHours(app)).toEqual(['2 9:00 30/720', '2 10:00 50/720'])
    expect(bookedHours(app, { serviceId: 'facial' })).toEqual(['2 9:00 15/720', '2 10:00 25/720'])
  })

  it('counts only the part within the working hours', () => {
    const app = openTestApp()
    // On this Tuesday the practice closes at 12:00, and on Saturdays it does not open.
    addBooking(app, '2026-12-29T11:45:00+01:00', { status: 'confirmed' })
    addBooking(app, '2026-12-26T09:00:00+01:00', { status: 'confirmed' })
    expect(bookedHours(app)).toEqual(['2 11:00 15/720'])
  })
})
