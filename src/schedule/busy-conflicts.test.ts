import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { forgetConflicts, listBusyConflicts, takeNewConflicts } from './busy-conflicts.ts'
import { type BusyTime, replaceBusyTimes } from './busy-times.ts'

/** Start and end of an appointment of half an hour. */
const START = Date.parse('2027-01-12T09:00:00+01:00')
const END = START + 30 * MINUTE

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

/** Books half an hour, confirmed unless the changes say otherwise. @returns the id of the booking */
const book = (startsAt = START, changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { status: 'confirmed', startsAt, endsAt: startsAt + 30 * MINUTE, ...changes })
    .id

/** Returns a busy time, by default of event 1 in Odoo. */
const busyTime = (startsAt: number, endsAt: number, changes: Partial<BusyTime> = {}) => ({
  eventId: 1,
  startsAt,
  endsAt,
  ...changes,
})

/** Makes these the only busy times of Odoo. */
const setOdoo = (...times: BusyTime[]) => replaceBusyTimes(app.ctx(), { kind: 'erp' }, times)

/** Returns the ids of the bookings that conflict with Odoo. */
const conflicting = () => listBusyConflicts(app.ctx(), 'erp').map(({ bookingId }) => bookingId)

describe('a confirmed appointment', () => {
  it('conflicts with a busy time that overlaps it, and the conflict has both times', () => {
    const bookingId = book()
    setOdoo(busyTime(START - HOUR, START + 1))
    expect(listBusyConflicts(app.ctx(), 'erp')).toEqual([
      {
        kind: 'erp',
        bookingId,
        name: 'Rosa Musterfrau',
        bookingStartsAt: START,
        eventId: 1,
        startsAt: START - HOUR,
        endsAt: START + 1,
      },
    ])
    expect(listBusyConflicts(app.ctx(), 'calendar')).toEqual([])
  })

  it('does not conflict with a busy time that only touches it', () => {
    book()
    setOdoo(busyTime(START - HOUR, START), busyTime(END, END + HOUR, { eventId: 2 }))
    expect(conflicting()).toEqual([])
  })

  it('conflicts until it has ended, and is listed by its start among others', () => {
    const [later, first] = [book(START + HOUR), book()]
    setOdoo(busyTime(START, START + 2 * HOUR))
    expect(conflicting()).toEqual([first, later])
    app.setClock(new Date(END - 1).toISOString())
    expect(conflicting()).toEqual([first, later])
    app.setClock(new Date(END).toISOString())
    expect(conflicting()).toEqual([later])
  })

  it('conflicts with a busy time of its own doctor, or of all', () => {
    const [own, other] = [book(), book(START, { resourceId: 'b' })]
    setOdoo(busyTime(START, END, { resourceId: 'b' }))
    expect(conflicting()).toEqual([other])
    setOdoo(busyTime(START, END, { resourceId: null }))
    // Both start at the same time, so they have no order.
    expect(conflicting().toSorted()).toEqual([own, other].toSorted())
  })

  it('can conflict, but a request cannot', () => {
    book(START, { status: 'requested' })
    setOdoo(busyTime(START, END))
    expect(conflicting()).toEqual([])
  })
})

describe('a conflict', () => {
  /** Takes the new conflicts. @returns their kinds, and the milliseconds from START to their starts */
  const takeNew = () => takeNewConflicts(app.ctx()).map(({ kind, startsAt }) => [kind, startsAt - START])
  const setCalendar = (id: number, ...times: BusyTime[]) =>
    replaceBusyTimes(app.ctx(), { kind: 'calendar', calendarId: id, resourceId: null }, times)

  beforeEach(() => {
    for (const id of [1, 2])
      app.changeRows(
        `insert into calendars (id, name, url, busy_only, created_at, tried_at) values (?, 'Privat', 'x', 1, 0, 0)`,
        id,
      )
    book()
  })

  it('is returned as new once, and again after it was resolved and comes back', () => {
    setOdoo(busyTime(START, END))
    expect([takeNew(), takeNew()]).toEqual([[['erp', 0]], []])
    setOdoo()
    expect(takeNew()).toEqual([])
    setOdoo(busyTime(START, END))
    expect(takeNew()).toEqual([['erp', 0]])
  })

  it('stays the same when an event of Odoo moves, but is new when a busy time of another calendar does', () => {
    setOdoo(busyTime(START, END))
    setCalendar(1, { startsAt: START, endsAt: END })
    expect(takeNew().toSorted()).toEqual([
      ['calendar', 0],
      ['erp', 0],
    ])
    setOdoo(busyTime(START + 1, END))
    setCalendar(1, { startsAt: START + 1, endsAt: END })
    expect(takeNew()).toEqual([['calendar', 1]])
  })

  it('with two calendars at the same time is a single conflict', () => {
    for (const id of [1, 2]) setCalendar(id, { startsAt: START, endsAt: END })
    expect([takeNew(), takeNew()]).toEqual([[['calendar', 0]], []])
  })

  it('is taken again after its kind was forgotten', () => {
    setOdoo(busyTime(START, END))
    setCalendar(1, { startsAt: START, endsAt: END })
    takeNew()
    forgetConflicts(app.ctx(), 'erp')
    expect(takeNew()).toEqual([['erp', 0]])
  })
})
