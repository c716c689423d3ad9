import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { forgetConflicts, listBusyConflicts, takeNewConflicts } from './busy-conflicts.ts'
import { type BusyTime, replaceBusyTimes } from './busy-times.ts'

/** Start and end of an appointment of half an hour. */
const START = Date.parse('2027-01-12T09:00:00+01:00')
const END = START + 30 * MINUTE

/** Returns a busy time, by default of event 1 in Odoo. */
const busyTime = (startsAt: number, endsAt: number, changes: Partial<BusyTime> = {}) => ({
  eventId: 1,
  startsAt,
  endsAt,
  ...changes,
})

/** Opens an app with calls that book, and that say when the doctor is busy in Odoo. */
function openWithOdoo() {
  const app = openTestApp()
  return {
    app,
    /** Books half an hour, confirmed unless the changes say otherwise. @returns the id of the booking */
    book: (startsAt = START, changes: Partial<Booking> = {}) => {
      const time = { startsAt, endsAt: startsAt + 30 * MINUTE }
      return insertBooking(app.ctx().db, { status: 'confirmed', ...time, ...changes }).id
    },
    /** Makes these the only busy times of Odoo. */
    setOdooTimes: (...times: BusyTime[]) => replaceBusyTimes(app.ctx(), { kind: 'erp' }, times),
    /** Returns the ids of the bookings that conflict with Odoo. */
    listConflictingIds: () => listBusyConflicts(app.ctx(), 'erp').map(({ bookingId }) => bookingId),
  }
}

describe('a confirmed appointment', () => {
  it('conflicts with a busy time that overlaps it, and the conflict has both times', () => {
    const { app, book, setOdooTimes } = openWithOdoo()
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
    const { book, setOdooTimes, listConflictingIds } = openWithOdoo()
    book()
    setOdooTimes(busyTime(START - HOUR, START), busyTime(END, END + HOUR, { eventId: 2 }))
    expect(listConflictingIds()).toEqual([])
  })

  it('conflicts until it has ended, and is listed by its start among others', () => {
    const { app, book, setOdooTimes, listConflictingIds } = openWithOdoo()
    const [later, first] = [book(START + HOUR), book()]
    setOdooTimes(busyTime(START, START + 2 * HOUR))
    expect(listConflictingIds()).toEqual([first, later])
    app.setClock(new Date(END - 1).toISOString())
    expect(listConflictingIds()).toEqual([first, later])
    app.setClock(new Date(END).toISOString())
    expect(listConflictingIds()).toEqual([later])
  })

  it('conflicts with a busy time of its own doctor, or of all', () => {
    const { book, setOdooTimes, listConflictingIds } = openWithOdoo()
    const [bookingOfFirst, bookingOfB] = [book(), book(START, { resourceId: 'b' })]
    setOdooTimes(busyTime(START, END, { resourceId: 'b' }))
    expect(listConflictingIds()).toEqual([bookingOfB])
    setOdooTimes(busyTime(START, END, { resourceId: null }))
    // Both start at the same time, so they have no order.
    expect(listConflictingIds().toSorted()).toEqual([bookingOfFirst, bookingOfB].toSorted())
  })

  it('can conflict, but a request cannot', () => {
    const { book, setOdooTimes, listConflictingIds } = openWithOdoo()
    book(START, { status: 'requested' })
    setOdooTimes(busyTime(START, END))
    expect(listConflictingIds()).toEqual([])
  })
})

describe('a conflict', () => {
  /** Opens an app with a booking at `START`, and with two calendars of the doctor besides Odoo. */
  function openWithCalendars() {
    const { app, book, setOdooTimes } = openWithOdoo()
    app.changeRows(`
      insert into calendars (id, name, url, busy_only, created_at, tried_at)
      values (1, 'Privat', 'x', 1, 0, 0), (2, 'Privat', 'x', 1, 0, 0)`)
    book()
    return {
      app,
      setOdooTimes,
      /** Makes these the only busy times of the calendar. */
      setCalendarTimes: (calendarId: number, ...times: BusyTime[]) =>
        replaceBusyTimes(app.ctx(), { kind: 'calendar', calendarId, resourceId: null }, times),
      /** Takes the new conflicts. @returns their kinds and their busy times' starts, by kind */
      takeNew: () =>
        takeNewConflicts(app.ctx())
          .map(({ kind, startsAt }) => ({ kind, startsAt }))
          .toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    }
  }

  it('is returned as new once, and again after it was resolved and comes back', () => {
    const { setOdooTimes, takeNew } = openWithCalendars()
    setOdooTimes(busyTime(START, END))
    expect(takeNew()).toEqual([{ kind: 'erp', startsAt: START }])
    expect(takeNew()).toEqual([])
    setOdooTimes()
    expect(takeNew()).toEqual([])
    setOdooTimes(busyTime(START, END))
    expect(takeNew()).toEqual([{ kind: 'erp', startsAt: START }])
  })

  it('stays the same when an event of Odoo moves, but is new when a busy time of another calendar does', () => {
    const { setOdooTimes, setCalendarTimes, takeNew } = openWithCalendars()
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
    const { setCalendarTimes, takeNew } = openWithCalendars()
    for (const id of [1, 2]) setCalendarTimes(id, { startsAt: START, endsAt: END })
    expect(takeNew()).toEqual([{ kind: 'calendar', startsAt: START }])
    expect(takeNew()).toEqual([])
  })

  it('is taken again after its kind was forgotten', () => {
    const { app, setOdooTimes, setCalendarTimes, takeNew } = openWithCalendars()
    setOdooTimes(busyTime(START, END))
    setCalendarTimes(1, { startsAt: START, endsAt: END })
    takeNew()
    forgetConflicts(app.ctx(), 'erp')
    expect(takeNew()).toEqual([{ kind: 'erp', startsAt: START }])
  })
})
