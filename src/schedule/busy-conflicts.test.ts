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
const setOdooTimes = (...times: BusyTime[]) => replaceBusyTimes(app.ctx(), { kind: 'erp' }, times)

/** Returns the ids of the bookings that conflict with Odoo. */
const listConflictingIds = () => listBusyConflicts(app.ctx(), 'erp').map(({ bookingId }) => bookingId)

describe('a confirmed appointment', () => {
  it('conflicts with a busy time that overlaps it, and the conflict has both times', () => {
    const bookingId = book()
    setOdooTimes(busyTime(START - HOUR, START + 1))
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
    setOdooTimes(busyTime(START - HOUR, START), busyTime(END, END + HOUR, { eventId: 2 }))
    expect(listConflictingIds()).toEqual([])
  })

  it('conflicts until it has ended, and is listed by its start among others', () => {
    const [later, first] = [book(START + HOUR), book()]
    setOdooTimes(busyTime(START, START + 2 * HOUR))
    expect(listConflictingIds()).toEqual([first, later])
    app.setClock(new Date(END - 1).toISOString())
    expect(listConflictingIds()).toEqual([first, later])
    app.setClock(new Date(END).toISOString())
    expect(listConflictingIds()).toEqual([later])
  })

  it('conflicts with a busy time of its own doctor, or of all', () => {
    const [bookingOfFirst, bookingOfB] = [book(), book(START, { resourceId: 'b' })]
    setOdooTimes(busyTime(START, END, { resourceId: 'b' }))
    expect(listConflictingIds()).toEqual([bookingOfB])
    setOdooTimes(busyTime(START, END, { resourceId: null }))
    // Both start at the same time, so they have no order.
    expect(listConflictingIds().toSorted()).toEqual([bookingOfFirst, bookingOfB].toSorted())
  })

  it('can conflict, but a request cannot', () => {
    book(START, { status: 'requested' })
    setOdooTimes(busyTime(START, END))
    expect(listConflictingIds()).toEqual([])
  })
})

describe('a conflict', () => {
  /** Takes the new conflicts. @returns their kinds and their busy times' starts, by kind */
  const takeNew = () =>
    takeNewConflicts(app.ctx())
      .map(({ kind, startsAt }) => ({ kind, startsAt }))
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  const setCalendarTimes = (id: number, ...times: BusyTime[]) =>
    replaceBusyTimes(app.ctx(), { kind: 'calendar', calendarId: id, resourceId: null }, times)

  beforeEach(() => {
    app.changeRows(`
      insert into calendars (id, name, url, busy_only, created_at, tried_at)
      values (1, 'Privat', 'x', 1, 0, 0), (2, 'Privat', 'x', 1, 0, 0)`)
    book()
  })

  it('is returned as new once, and again after it was resolved and comes back', () => {
    setOdooTimes(busyTime(START, END))
    expect(takeNew()).toEqual([{ kind: 'erp', startsAt: START }])
    expect(takeNew()).toEqual([])
    setOdooTimes()
    expect(takeNew()).toEqual([])
    setOdooTimes(busyTime(START, END))
    expect(takeNew()).toEqual([{ kind: 'erp', startsAt: START }])
  })

  it('stays the same when an event of Odoo moves, but is new when a busy time of another calendar does', () => {
    setOdooTimes(busyTime(START, END))
    setCalendarTimes(1, { startsAt: START, endsAt: END })
    expect(takeNew()).toEqual([
      { kind: 'calendar', startsAt: START },
      { kind: 'erp', startsAt: START },
    ])
    setOdooTimes(busyTime(START + 1, END))
    setCalendarTimes(1, { startsAt: START + 1, endsAt: END })
    expect(takeNew()).toEqual([{ kind: 'calendar', startsAt: START + 1 }])
  })

  it('with two calendars at the same time is a single conflict', () => {
    for (const id of [1, 2]) setCalendarTimes(id, { startsAt: START, endsAt: END })
    expect(takeNew()).toEqual([{ kind: 'calendar', startsAt: START }])
    expect(takeNew()).toEqual([])
  })

  it('is taken again after its kind was forgotten', () => {
    setOdooTimes(busyTime(START, END))
    setCalendarTimes(1, { startsAt: START, endsAt: END })
    takeNew()
    forgetConflicts(app.ctx(), 'erp')
    expect(takeNew()).toEqual([{ kind: 'erp', startsAt: START }])
  })
})
