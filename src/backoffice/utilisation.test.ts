import { describe, expect, it } from 'vitest'
import { absences, type Booking } from '../db/schema.ts'
import { getService, saveService } from '../schedule/services.ts'
import { addDays, dayNumber, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { countLoadAhead, countLoadOfDays } from './utilisation.ts'

/** Adds a booking of half an hour that starts at this time. */
const addBooking = (app: TestApp, start: string, changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { startsAt: Date.parse(start), ...changes })

describe('the load of the coming days', () => {
  /** Returns the load of fourteen days from today on, which is a Thursday. */
  const loadsAhead = (app: TestApp) => countLoadAhead(app.ctx(), 14)
  /** Returns the days on which something is booked. */
  const bookedDays = (app: TestApp) => loadsAhead(app).filter(({ booked }) => booked > 0)

  it('covers today and the next thirteen days with their working minutes', () => {
    const loads = loadsAhead(openTestApp())
    expect(loads.at(0)?.day).toBe('2027-01-07')
    expect(loads.at(-1)?.day).toBe('2027-01-20')
    // Minutes of work; the practice is closed at the weekend.
    const thursdayToWednesday = [480, 300, 0, 0, 480, 480, 540]
    const capacities = loads.map(({ capacity }) => capacity)
    expect(capacities).toEqual([...thursdayToWednesday, ...thursdayToWednesday])
    expect(loads.every(({ booked }) => booked === 0)).toBe(true)
  })

  it('counts appointments with their paddings on the day of their start', () => {
    const app = openTestApp()
    addBooking(app, '2027-01-07T08:00:00+01:00')
    addBooking(app, '2027-01-07T09:00:00+01:00', { status: 'confirmed' })
    addBooking(app, '2027-01-07T10:00:00+01:00', { status: 'cancelled' })
    const [yesterday, lastDay, dayAfter] = ['2027-01-06', '2027-01-20', '2027-01-21']
    for (const day of [yesterday, lastDay, dayAfter]) addBooking(app, `${day}T08:00:00+01:00`)
    const [minutesBefore, minutesAfter] = [5, 10]
    app.changeRows(
      'update occupations set starts_at = starts_at - ?, ends_at = ends_at + ?',
      minutesBefore * MINUTE,
      minutesAfter * MINUTE,
    )
    const withPaddings = 30 + minutesBefore + minutesAfter
    expect(bookedDays(app)).toEqual([
      // One of today's three appointments is cancelled.
      { day: '2027-01-07', booked: 2 * withPaddings, capacity: 480, count: 2 },
      { day: '2027-01-20', booked: withPaddings, capacity: 540, count: 1 },
    ])
  })

  it('can be limited to one resource', () => {
    const app = openTestApp()
    addBooking(app, '2027-01-07T08:00:00+01:00')
    saveService(app.ctx(), { ...getService(app.ctx(), 'facial'), otherResourceIds: ['b'] })
    addBooking(app, '2027-01-07T08:00:00+01:00', { resourceId: 'b' })
    addBooking(app, '2027-01-07T09:00:00+01:00', { resourceId: 'b' })
    const day = '2027-01-07'
    const today = dayNumber(day)
    const loadsOf = (resourceId?: string) => countLoadOfDays(app.ctx(), today, today + 1, resourceId)
    // Each of the two doctors works for eight hours on this day; there is no doctor c.
    expect(loadsOf()).toEqual([{ day, count: 3, booked: 90, capacity: 960 }])
    expect(loadsOf('doctor-1')).toEqual([{ day, count: 1, booked: 30, capacity: 480 }])
    expect(loadsOf('b')).toEqual([{ day, count: 2, booked: 60, capacity: 480 }])
    expect(loadsOf('c')).toEqual([{ day, count: 0, booked: 0, capacity: 0 }])
  })

  it('does not count holds', () => {
    const app = openTestApp()
    const startsAt = Date.parse('2027-01-12T14:00:00+01:00')
    insertHold(app.ctx().db, { email: 'rosa@musterfrau.example', now: app.ctx().now, startsAt })
    expect(bookedDays(app)).toEqual([])
  })

  it('does not count absences, which reduce the capacity', () => {
    const app = openTestApp()
    // The practice works for eight hours on this day, four of which the absence takes.
    const interval = {
      startsAt: Date.parse('2027-01-12T08:00:00+01:00'),
      endsAt: Date.parse('2027-01-12T12:00:00+01:00'),
    }
    app
      .ctx()
      .db.insert(absences)
      .values({ id: 1, kind: 'block', title: 'Fortbildung', ...interval })
      .run()
    app.changeRows(
      `insert into occupations (resource_id, starts_at, ends_at, absence_id) values ('doctor-1', ?, ?, 1)`,
      interval.startsAt,
      interval.endsAt,
    )
    addBooking(app, '2027-01-12T14:00:00+01:00')
    expect(bookedDays(app)).toEqual([{ day: '2027-01-12', booked: 30, capacity: 240, count: 1 }])
  })

  it('has the capacity of all resources', () => {
    const app = openTestApp()
    // The doctor works for eight hours on this day, and so does the new room.
    saveService(app.ctx(), { id: 'laser', name: 'Laser', resourceId: 'room-2' })
    expect(loadsAhead(app)[0]).toEqual({ day: '2027-01-07', booked: 0, capacity: 960, count: 0 })
  })

  // Adding 24 hours fourteen times would miss a day late in the evening, or repeat one just after midnight.
  it('has fourteen days across clock changes', () => {
    const app = openTestApp()
    const nights = [
      { today: '2027-03-20', now: '2027-03-20T23:30:00+01:00' },
      { today: '2027-10-24', now: '2027-10-24T00:10:00+02:00' },
    ]
    for (const { today, now } of nights) {
      app.setClock(now)
      const fourteenDays = Array.from({ length: 14 }, (_, index) => addDays(today, index))
      expect(loadsAhead(app).map(({ day }) => day)).toEqual(fourteenDays)
    }
  })
})
