import { describe, expect, it } from 'vitest'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { MINUTE } from '../shared/day.ts'
import { addBooking } from '../testing/month-figures.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import type { StatisticsFilter } from './hour-loads.ts'
import { readStatistics } from './statistics.ts'

describe('the utilisation by weekday and hour', () => {
  // Weekdays as `weekdayOf` counts them.
  const [SUNDAY, TUESDAY, FRIDAY, SATURDAY] = [0, 2, 5, 6] as const
  /** Minutes of one working hour in each of the twelve counted weeks. */
  const TWELVE_HOURS = 12 * 60

  /** Returns the hours of the week with appointments. */
  const bookedHours = (app: TestApp, filter: StatisticsFilter = {}) =>
    readStatistics(app.ctx(), filter).hours.filter(({ bookedMin }) => bookedMin > 0)

  it('can be limited to one resource', () => {
    const app = openTestApp()
    for (const id of ['b', 'c']) saveResource(app.ctx(), id, { name: id })
    saveService(app.ctx(), { ...getService(app.ctx(), 'facial'), otherResourceIds: ['b'] })
    addBooking(app, '2027-01-05T09:00:00+01:00', { resourceId: 'b', status: 'confirmed' })
    addBooking(app, '2027-01-05T09:00:00+01:00', { holdId: 'other', status: 'confirmed' })
    const ofOneDoctor = [{ weekday: TUESDAY, hour: 9, bookedMin: 30, capacityMin: TWELVE_HOURS }]
    const ofBoth = [{ weekday: TUESDAY, hour: 9, bookedMin: 2 * 30, capacityMin: 2 * TWELVE_HOURS }]
    expect(bookedHours(app)).toEqual(ofBoth)
    expect(bookedHours(app, { resourceId: 'doctor-1' })).toEqual(ofOneDoctor)
    expect(bookedHours(app, { resourceId: 'b' })).toEqual(ofOneDoctor)
    expect(bookedHours(app, { resourceId: 'c' })).toEqual([])
  })

  it('has the working hours of the last twelve weeks', () => {
    const app = openTestApp({ empty: true })
    expect(readStatistics(app.ctx()).hours).toEqual([])
    const { hours } = readStatistics(openTestApp().ctx())
    const fridayHours = hours.filter(({ weekday }) => weekday === FRIDAY)
    expect(fridayHours).toEqual(
      [8, 9, 10, 11, 12].map((hour) => ({ weekday: FRIDAY, hour, bookedMin: 0, capacityMin: TWELVE_HOURS })),
    )
    expect(hours.some(({ weekday }) => weekday === SUNDAY || weekday === SATURDAY)).toBe(false)
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
    expect(bookedHours(app)).toEqual([
      { weekday: TUESDAY, hour: 9, bookedMin: 2 * 15, capacityMin: TWELVE_HOURS },
      { weekday: TUESDAY, hour: 10, bookedMin: 2 * 25, capacityMin: TWELVE_HOURS },
    ])
    expect(bookedHours(app, { serviceId: 'facial' })).toEqual([
      { weekday: TUESDAY, hour: 9, bookedMin: 15, capacityMin: TWELVE_HOURS },
      { weekday: TUESDAY, hour: 10, bookedMin: 25, capacityMin: TWELVE_HOURS },
    ])
  })

  it('counts only the part within the working hours', () => {
    const app = openTestApp()
    // On this Tuesday the practice closes at 12:00, and on Saturdays it does not open.
    addBooking(app, '2026-12-29T11:45:00+01:00', { status: 'confirmed' })
    addBooking(app, '2026-12-26T09:00:00+01:00', { status: 'confirmed' })
    expect(bookedHours(app)).toEqual([
      { weekday: TUESDAY, hour: 11, bookedMin: 15, capacityMin: TWELVE_HOURS },
    ])
  })
})
