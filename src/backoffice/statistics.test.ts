import { describe, expect, it } from 'vitest'
import { recordAttendance } from '../booking/attendance.ts'
import { bookings } from '../db/schema.ts'
import { anonymiseBooking } from '../privacy/anonymisation.ts'
import { deleteResource } from '../schedule/resource-deletion.ts'
import { saveResource } from '../schedule/resources.ts'
import { HOUR } from '../shared/day.ts'
import { addBooking, monthOf } from '../testing/month-figures.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { readStatistics } from './statistics.ts'

/** A booking that the practice has entered. It has its own id instead of a hold's. */
const ENTERED_BY_PRACTICE = { id: 'entered', holdId: 'entered', status: 'confirmed' } as const

describe('the figures of the months', () => {
  // The clock of the tests stands at 7 January 2027.
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
    const beforeFirstMonth = '2025-01-31T23:30:00+01:00'
    const startOfFirstMonth = '2025-02-01T00:00:00+01:00'
    const endOfOctober = '2026-10-31T23:30:00+01:00'
    const startOfNovember = '2026-11-01T00:00:00+01:00'
    const endOfCurrentMonth = '2027-01-31T23:30:00+01:00'
    const afterCurrentMonth = '2027-02-01T00:00:00+01:00'
    for (const start of [beforeFirstMonth, startOfFirstMonth]) addBooking(app, start)
    for (const start of [endOfOctober, startOfNovember]) addBooking(app, start)
    for (const start of [endOfCurrentMonth, afterCurrentMonth]) addBooking(app, start)
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
    // The practice entered the last one, so nobody asked for it.
    expect(monthOf(app, '2026-12')).toMatchObject({ bookings: 5, missed: 1, rejected: 1, asked: 4 })
    expect(monthOf(app, '2026-12', 'erstordination')).toMatchObject({ bookings: 1, missed: 0 })
  })

  it('can be limited to one resource, even a deleted one, but not to one that never existed', () => {
    const app = openTestApp()
    for (const id of ['b', 'c']) saveResource(app.ctx(), id, { name: id })
    addBooking(app, '2027-01-05T09:00:00+01:00', { resourceId: 'b', status: 'confirmed' })
    // Another hold, because the two bookings start at the same time.
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

describe('the figures of an earlier month', () => {
  it('are counted again after each change of its bookings', () => {
    const app = openTestApp()
    const { id } = addBooking(app, '2026-12-01T09:00:00+01:00', { status: 'confirmed' })
    // The first booking is for acupuncture.
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
