import { describe, expect, it } from 'vitest'
import { recordAttendance } from '../booking/attendance.ts'
import { cancelByPatient, cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { moveBooking } from '../booking/moves.ts'
import { undoChange } from '../booking/undo.ts'
import { bookings } from '../db/schema.ts'
import { anonymiseBooking } from '../privacy/anonymisation.ts'
import { deleteResource } from '../schedule/resource-deletion.ts'
import { saveResource } from '../schedule/resources.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { addBooking, monthOf } from '../testing/month-figures.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { readStatistics } from './statistics.ts'

/** A booking that the practice has entered. It has its own id instead of a hold's. */
const ENTERED_BY_PRACTICE = { id: 'entered', holdId: 'entered', status: 'confirmed' } as const

describe('the figures of the months', () => {
  it('cover 24 months up to the current one', () => {
    const { months } = readStatistics(openTestApp().ctx())
    expect(months).toHaveLength(24)
    expect(months.at(0)?.month).toBe('2025-02')
    expect(months.at(-1)?.month).toBe('2027-01')
    expect(months.filter(({ running }) => running).map(({ month }) => month)).toEqual(['2027-01'])
  })

  it('are zero in a month without bookings, and its medians are null', () => {
    expect(monthOf(openTestApp(), '2025-05')).toEqual({
      month: '2025-05',
      running: false,
      bookings: 0,
      firstVisits: 0,
      rejected: 0,
      cancelled: 0,
      cancelledBy: { patient: 0, practice: 0 },
      cancelledAhead: { withinDay: 0, withinWeek: 0, earlier: 0 },
      missed: 0,
      asked: 0,
      answered: 0,
      hoursToAnswer: null,
      daysAhead: null,
      fromWaitingList: 0,
    })
  })

  it('count appointments in the month of their start in Vienna', () => {
    const app = openTestApp()
    const [beforeTheFirst, first] = ['2025-01-31T23:30:00+01:00', '2025-02-01T00:00:00+01:00']
    const [october, november] = ['2026-10-31T23:30:00+01:00', '2026-11-01T00:00:00+01:00']
    const [current, afterTheCurrent] = ['2027-01-31T23:30:00+01:00', '2027-02-01T00:00:00+01:00']
    for (const start of [beforeTheFirst, first, october, november, current, afterTheCurrent])
      addBooking(app, start)
    const { months } = readStatistics(app.ctx())
    const monthsWithBookings = months.filter((month) => month.bookings > 0)
    expect(monthsWithBookings.map(({ month, bookings }) => `${month} ${bookings}`)).toEqual([
      '2025-02 1',
      '2026-10 1',
      '2026-11 1',
      '2027-01 1',
    ])
  })

  it('count missed appointments, rejections and requests', () => {
    const app = openTestApp()
    addBooking(app, '2026-12-01T09:00:00+01:00', { serviceId: 'erstordination', status: 'confirmed' })
    addBooking(app, '2026-12-02T09:00:00+01:00', { status: 'confirmed', attendance: 'no_show' })
    addBooking(app, '2026-12-03T09:00:00+01:00', { status: 'confirmed', attendance: 'arrived' })
    addBooking(app, '2026-12-04T09:00:00+01:00', { status: 'rejected' })
    addBooking(app, '2026-12-07T09:00:00+01:00', ENTERED_BY_PRACTICE)
    expect(monthOf(app, '2026-12')).toMatchObject({ bookings: 5, missed: 1, rejected: 1, asked: 4 })
    expect(monthOf(app, '2026-12', 'erstordination')).toMatchObject({ bookings: 1, missed: 0 })
  })

  it('can be limited to one resource, even a deleted one, but not to one that never existed', () => {
    const app = openTestApp()
    for (const id of ['b', 'c']) saveResource(app.ctx(), id, { name: id })
    addBooking(app, '2027-01-05T09:00:00+01:00', { resourceId: 'b', status: 'confirmed' })
    addBooking(app, '2027-01-05T09:00:00+01:00', { holdId: 'other', status: 'confirmed' })
    const countOf = (resourceId?: string) => readStatistics(app.ctx(), { resourceId }).months.at(-1)?.bookings
    expect(countOf()).toBe(2)
    expect(countOf('b')).toBe(1)
    expect(countOf('c')).toBe(0)
    deleteResource(app.ctx(), 'b')
    expect(countOf('b')).toBe(1)
    expect(refusalCode(() => countOf('nobody'))).toBe('not found')
  })

  it('cannot be read for a service that does not exist', () => {
    expect(() => readStatistics(openTestApp().ctx(), { serviceId: 'nothing' })).toThrow(
      expect.objectContaining({ code: 'service_not_found' }),
    )
  })
})

describe('the figures of a month', () => {
  it('show who cancelled, and how long before the start', () => {
    const app = openTestApp()
    const cancel = (start: string, by: 'patient' | 'practice', ahead: number) => {
      const { id, startsAt } = addBooking(app, start, { status: 'confirmed' })
      app.setClock(new Date(startsAt - ahead).toISOString())
      if (by === 'patient') cancelByPatient(app.ctx(), id, '')
      else cancelByStaff({ ...app.ctx(), actor: { kind: 'admin', id: 1, email: 'a@b.at' } }, id, '')
    }
    cancel('2027-02-01T09:00:00+01:00', 'patient', 25 * HOUR)
    cancel('2027-02-02T09:00:00+01:00', 'patient', 7 * DAY_LENGTH)
    cancel('2027-02-03T09:00:00+01:00', 'practice', 24 * HOUR - 1)
    cancel('2027-02-04T09:00:00+01:00', 'practice', -HOUR / 4)
    expect(monthOf(app, '2027-02')).toMatchObject({
      bookings: 4,
      cancelled: 4,
      cancelledBy: { patient: 2, practice: 2 },
      cancelledAhead: { withinDay: 2, withinWeek: 1, earlier: 1 },
    })
  })

  it('have the median time until an answer, without answers that were undone', () => {
    const app = openTestApp()
    /** Adds a request that another patient makes now. @returns its id */
    const requestAt = (start: string) =>
      addBooking(app, start, { createdAt: app.ctx().now, mailbox: `${start}@a.at`, email: `${start}@a.at` })
        .id
    const first = requestAt('2027-01-20T09:00:00+01:00')
    const second = requestAt('2027-01-20T10:00:00+01:00')
    const third = requestAt('2027-01-20T11:00:00+01:00')
    app.pass(HOUR)
    decideBooking(app.ctx(), first, { decision: 'confirm' })
    app.pass(2 * HOUR)
    decideBooking(app.ctx(), second, { decision: 'reject' })
    // The first two answers took one and three hours; the third takes three as well.
    expect(monthOf(app, '2027-01')).toMatchObject({ asked: 3, answered: 2, hoursToAnswer: 2 })
    decideBooking(app.ctx(), third, { decision: 'confirm', undoable: true })
    expect(monthOf(app, '2027-01')).toMatchObject({ answered: 3, hoursToAnswer: 3 })
    undoChange(app.ctx(), third)
    expect(monthOf(app, '2027-01')).toMatchObject({ answered: 2, hoursToAnswer: 2 })
  })

  it('have the median days between booking and appointment', () => {
    const app = openTestApp()
    const addBookedAhead = (start: string, days: number) =>
      addBooking(app, start, { createdAt: Date.parse(start) - days * DAY_LENGTH })
    addBookedAhead('2026-12-01T09:00:00+01:00', 1)
    addBookedAhead('2026-12-02T09:00:00+01:00', 4)
    addBookedAhead('2026-12-03T09:00:00+01:00', 30)
    expect(monthOf(app, '2026-12').daysAhead).toBe(4)
  })

  it('count an appointment from the waiting list until it is moved', () => {
    const app = openTestApp()
    const { id } = addBooking(app, '2027-01-20T09:00:00+01:00', {
      status: 'confirmed',
      fromWaitingList: true,
    })
    expect(monthOf(app, '2027-01').fromWaitingList).toBe(1)
    const start = Date.parse('2027-01-20T10:00:00+01:00')
    const move = { start, message: '', notify: false, undoable: true }
    moveBooking(app.ctx(), id, move)
    expect(monthOf(app, '2027-01').fromWaitingList).toBe(0)
    undoChange(app.ctx(), id)
    expect(monthOf(app, '2027-01').fromWaitingList).toBe(1)
  })
})

describe('the figures of an earlier month', () => {
  it('are counted again after each change of its bookings', () => {
    const app = openTestApp()
    const { id } = addBooking(app, '2026-12-01T09:00:00+01:00', { status: 'confirmed' })
    const ofAllAndOfFollowUps = () => [monthOf(app, '2026-12'), monthOf(app, '2026-12', 'folgebehandlung')]
    expect(ofAllAndOfFollowUps()).toMatchObject([{ bookings: 1, missed: 0 }, { bookings: 0 }])
    app.pass(1)
    recordAttendance(app.assistant(), id, 'no_show')
    expect(ofAllAndOfFollowUps()).toMatchObject([{ bookings: 1, missed: 1 }, { bookings: 0 }])
    addBooking(app, '2026-12-31T23:30:00+01:00', { serviceId: 'folgebehandlung' })
    expect(ofAllAndOfFollowUps()).toMatchObject([{ bookings: 2, missed: 1 }, { bookings: 1 }])
  })

  it('stay the same when bookings are anonymised', () => {
    const app = openTestApp()
    const cancelled = { cancelledBy: 'patient', cancelledAheadMs: 3 * HOUR } as const
    addBooking(app, '2026-12-01T09:00:00+01:00', { serviceId: 'erstordination', answeredAfterMs: 5 * HOUR })
    addBooking(app, '2026-12-02T09:00:00+01:00', { status: 'confirmed', attendance: 'no_show' })
    addBooking(app, '2026-12-03T09:00:00+01:00', { status: 'cancelled', ...cancelled, fromWaitingList: true })
    addBooking(app, '2026-12-04T09:00:00+01:00', { status: 'rejected', createdAt: Date.parse('2026-11-20') })
    addBooking(app, '2026-12-07T09:00:00+01:00', ENTERED_BY_PRACTICE)
    const figures = monthOf(app, '2026-12')
    // Each figure that is compared has something to count.
    expect(figures).toMatchObject({ bookings: 5, firstVisits: 1, asked: 4, answered: 1 })
    expect(figures).toMatchObject({ fromWaitingList: 1, daysAhead: 8 })
    for (const booking of app.ctx().db.select().from(bookings).all())
      anonymiseBooking(app.ctx(), booking, 'Gelöscht.')
    expect(app.rows('select id from bookings where anonymised = 0')).toEqual([])
    expect(monthOf(app, '2026-12')).toEqual(figures)
  })
})
