import { describe, expect, it } from 'vitest'
import { absences, type Booking } from '../db/schema.ts'
import { getService, saveService } from '../schedule/services.ts'
import { addDays, type Day, dayNumber, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking, insertHold } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { startOfDay } from '../time/vienna.ts'
import { countByWeek, loadAhead, loadOn } from './utilisation.ts'

/** Adds a booking of half an hour that starts at this time. */
const addBooking = (app: TestApp, start: string, changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { startsAt: Date.parse(start), ...changes })

/** Returns each of the last twelve weeks with its number of bookings, as `2027-W01 3`. */
const weeks = (app: TestApp) => countByWeek(app.ctx(), 12).map(({ week, count }) => `${week} ${count}`)

describe('bookings by week', () => {
  it('cover the last twelve weeks, the current one last', () => {
    const app = openTestApp()
    expect(countByWeek(app.ctx(), 12).map(({ number }) => number)).toEqual([
      43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 1,
    ])
    expect(countByWeek(app.ctx(), 12).filter(({ running }) => running)).toEqual([
      { week: '2027-W01', number: 1, count: 0, noShows: 0, running: true },
    ])
  })

  it('count appointments by their start, requested or confirmed', () => {
    const app = openTestApp()
    addBooking(app, '2027-01-05T09:00:00+01:00')
    addBooking(app, '2027-01-05T10:00:00+01:00', { status: 'confirmed', attendance: 'no_show' })
    addBooking(app, '2027-01-05T11:00:00+01:00', { status: 'cancelled' })
    addBooking(app, '2027-01-05T11:30:00+01:00', { status: 'rejected' })
    addBooking(app, '2027-01-08T09:00:00+01:00', { createdAt: Date.parse('2026-12-01T09:00:00+01:00') })
    addBooking(app, '2026-12-30T09:00:00+01:00')
    expect(weeks(app).slice(-2)).toEqual(['2026-W53 1', '2027-W01 3'])
    expect(
      countByWeek(app.ctx(), 12)
        .map(({ noShows }) => noShows)
        .slice(-2),
    ).toEqual([0, 1])
  })

  it('run from Monday midnight to Monday midnight in Vienna', () => {
    const app = openTestApp()
    const [beforeTheFirst, first] = ['2026-10-18T23:30:00+02:00', '2026-10-19T00:00:00+02:00']
    const [sunday, monday] = ['2026-10-25T23:30:00+01:00', '2026-10-26T00:00:00+01:00']
    const [current, afterTheCurrent] = ['2027-01-10T23:30:00+01:00', '2027-01-11T00:00:00+01:00']
    for (const start of [beforeTheFirst, first, sunday, monday, current, afterTheCurrent])
      addBooking(app, start)
    expect(weeks(app).filter((week) => !week.endsWith(' 0'))).toEqual([
      '2026-W43 2',
      '2026-W44 1',
      '2027-W01 1',
    ])
  })

  it('are ISO weeks, on every day of four years', () => {
    const app = openTestApp({ empty: true })
    const isoWeek = ({ yearOfWeek, weekOfYear }: Temporal.PlainDate) =>
      `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`
    for (let day: Day = '2026-01-01'; day <= '2029-12-31'; day = addDays(day, 1)) {
      const noon = startOfDay(dayNumber(day)) + 12 * HOUR
      const weeks = countByWeek({ ...app.ctx(), now: noon }, 2).map(({ week }) => week)
      const today = Temporal.PlainDate.from(day)
      const expected = [isoWeek(today.subtract({ weeks: 1 })), isoWeek(today)]
      expect([day, weeks]).toEqual([day, expected])
    }
  })
})

describe('the load of the coming days', () => {
  /** Returns each of the coming days with its booked minutes and its working minutes, as `01-07 30/480`. */
  const load = (app: TestApp) =>
    loadAhead(app.ctx(), 14).map(({ day, capacity, booked }) => `${day.slice(5)} ${booked}/${capacity}`)

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
    app.change('update occupations set starts_at = starts_at - ?, ends_at = ends_at + ?', before, after)
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
      loadOn(app.ctx(), today, today + 1, id).map(({ count, booked, capacity }) => [count, booked, capacity])
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
    app.change(
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
      app.at(now)
      const days = loadAhead(app.ctx(), 14).map(({ day }) => day)
      expect(days).toEqual(Array.from({ length: 14 }, (_, i) => addDays(now.slice(0, 10), i)))
    }
  })
})
