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
  /** Returns each of the coming days with its booked minutes and its working minutes, as `01-07 30/480`. */
  const load = (app: TestApp) =>
    countLoadAhead(app.ctx(), 14).map(({ day, capacity, booked }) => `${day.slice(5)} ${booked}/${capacity}`)

  it('covers today and the next thirteen days with their working minutes', () => {
    expect(load(openTestApp())).toEqual([
      '01-07 0/480',
      '01-08 0/300',
      '01-09 0/0',
      '01-10 0/0',
      '01-11 0/480',
      '01-12 0/480',
      '01-13 0/540',
      '01-14 0/480',
      '01-15 0/300',
      '01-16 0/0',
      '01-17 0/0',
      '01-18 0/480',
      '01-19 0/480',
      '01-20 0/540',
    ])
  })

  it('counts appointments with their paddings on the day of their start', () => {
    const app = openTestApp()
    addBooking(app, '2027-01-07T08:00:00+01:00')
    addBooking(app, '2027-01-07T09:00:00+01:00', { status: 'confirmed' })
    addBooking(app, '2027-01-07T10:00:00+01:00', { status: 'cancelled' })
    const [yesterday, lastDay, dayAfter] = ['2027-01-06', '2027-01-20', '2027-01-21']
    for (const day of [yesterday, lastDay, dayAfter]) addBooking(app, `${day}T08:00:00+01:00`)
    const [before, after] = [5 * MINUTE, 10 * MINUTE]
    app.changeRows('update occupations set starts_at = starts_at - ?, ends_at = ends_at + ?', before, after)
    // Each appointment takes 30 minutes and 15 of padding. Two of today's are not cancelled.
    expect(load(app).filter((day) => !day.includes(' 0/'))).toEqual(['01-07 90/480', '01-20 45/540'])
  })

  it('can be limited to one resource', () => {
    const app = openTestApp()
    addBooking(app, '2027-01-07T08:00:00+01:00')
    saveService(app.ctx(), { ...getService(app.ctx(), 'facial'), otherResourceIds: ['b'] })
    addBooking(app, '2027-01-07T08:00:00+01:00', { resourceId: 'b' })
    addBooking(app, '2027-01-07T09:00:00+01:00', { resourceId: 'b' })
    const today = dayNumber('2027-01-07')
    const loadOf = (id?: string) =>
      countLoadOfDays(app.ctx(), today, today + 1, id).map(({ count, booked, capacity }) => [
        count,
        booked,
        capacity,
      ])
    expect([loadOf(), loadOf('doctor-1'), loadOf('b'), loadOf('c')]).toEqual([
      [[3, 90, 960]],
      [[1, 30, 480]],
      [[2, 60, 480]],
      [[0, 0, 0]],
    ])
  })

  it('does not count holds', () => {
    const app = openTestApp()
    const startsAt = Date.parse('2027-01-12T14:00:00+01:00')
    insertHold(app.ctx().db, { email: 'rosa@musterfrau.example', now: app.ctx().now, startsAt })
    expect(load(app).every((day) => day.includes(' 0/'))).toBe(true)
  })

  it('does not count absences, which reduce the capacity', () => {
    const app = openTestApp()
    // The practice works for eight hours on this day, four of which the absence takes.
    const span = {
      startsAt: Date.parse('2027-01-12T08:00:00+01:00'),
      endsAt: Date.parse('2027-01-12T12:00:00+01:00'),
    }
    app
      .ctx()
      .db.insert(absences)
      .values({ id: 1, kind: 'block', title: 'Fortbildung', ...span })
      .run()
    app.changeRows(
      `insert into occupations (resource_id, starts_at, ends_at, absence_id) values ('doctor-1', ?, ?, 1)`,
      span.startsAt,
      span.endsAt,
    )
    addBooking(app, '2027-01-12T14:00:00+01:00')
    expect(load(app).find((day) => day.startsWith('01-12'))).toBe('01-12 30/240')
  })

  it('has the capacity of all resources', () => {
    const app = openTestApp()
    // The doctor works for eight hours on this day, and so does the new room.
    saveService(app.ctx(), { id: 'laser', name: 'Laser', resourceId: 'room-2' })
    expect(load(app)[0]).toBe('01-07 0/960')
  })

  it('has fourteen days across clock changes', () => {
    const app = openTestApp()
    for (const now of ['2027-03-20T23:30:00+01:00', '2027-10-24T00:10:00+02:00']) {
      app.setClock(now)
      const days = countLoadAhead(app.ctx(), 14).map(({ day }) => day)
      expect(days).toEqual(Array.from({ length: 14 }, (_, i) => addDays(now.slice(0, 10), i)))
    }
  })
})
