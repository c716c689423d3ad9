import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { exportPatient } from '../privacy/export.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { codeAndSentence, refusalOf } from '../testing/refusal.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { recordAttendance } from './attendance.ts'
import { getBooking } from './bookings.ts'
import { cancelByStaff } from './cancellation.ts'
import { moveBooking } from './moves.ts'

/** Adds a confirmed appointment, by default in an hour. */
function addAppointment(app: TestApp, changes: Partial<Booking> = {}) {
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW + HOUR, ...changes })
  return { id, attendance: () => getBooking(app.ctx(), id).attendance }
}

describe('the attendance', () => {
  it('can be noted, changed and removed', () => {
    const app = openTestApp()
    const { id, attendance } = addAppointment(app, { startsAt: NOW })
    for (const noted of ['no_show', 'arrived', null] as const) {
      recordAttendance(app.assistant(), id, noted)
      expect(attendance()).toBe(noted)
    }
  })

  it('is in the history once for each change, and causes no message', () => {
    const app = openTestApp()
    const { id } = addAppointment(app, { startsAt: NOW })
    for (const noted of ['no_show', 'no_show', 'arrived', null, null] as const)
      recordAttendance(app.assistant(), id, noted)
    const kinds = app.rows(`select kind from events where actor = 'admin'`).map(({ kind }) => kind)
    expect(kinds).toEqual(['no-show', 'arrived', 'attendance-removed'])
    expect(app.rows('select * from messages')).toEqual([])
  })

  it('cannot be a no-show before the appointment begins', () => {
    const app = openTestApp()
    const { id, attendance } = addAppointment(app, { startsAt: NOW + MINUTE })
    expect(codeAndSentence(() => recordAttendance(app.assistant(), id, 'no_show'))).toEqual([
      'conflict',
      '„Nicht erschienen“ lässt sich erst ab der Zeit des Termins vermerken.',
    ])
    expect(attendance()).toBeNull()
    app.pass(MINUTE)
    recordAttendance(app.assistant(), id, 'no_show')
    expect(attendance()).toBe('no_show')
  })

  it.each([
    { when: 'tonight', startsAt: Date.parse('2027-01-07T23:30:00+01:00') },
    { when: 'last year', startsAt: NOW - 365 * DAY_LENGTH },
  ])('can be noted for an appointment $when', ({ startsAt }) => {
    const app = openTestApp()
    const { id, attendance } = addAppointment(app, { startsAt })
    recordAttendance(app.assistant(), id, 'arrived')
    expect(attendance()).toBe('arrived')
  })

  it.each<{ what: string; changes: Partial<Booking>; reason: string }>([
    {
      what: 'an appointment tomorrow',
      changes: { startsAt: Date.parse('2027-01-08T00:00:00+01:00') },
      reason: 'erst am Tag des Termins',
    },
    { what: 'a request', changes: { status: 'requested' }, reason: 'nur bei bestätigten Terminen' },
    {
      what: 'a cancelled appointment',
      changes: { status: 'cancelled' },
      reason: 'nur bei bestätigten Terminen',
    },
  ])('is refused for $what', ({ changes, reason }) => {
    const app = openTestApp()
    const { id, attendance } = addAppointment(app, changes)
    const problem = refusalOf(() => recordAttendance(app.assistant(), id, 'arrived'))
    expect(problem?.code).toBe('conflict')
    expect(problem?.message).toContain(reason)
    expect(attendance()).toBeNull()
  })

  it('is deleted when the appointment is moved or cancelled', () => {
    const app = openTestApp()
    const moved = addAppointment(app, { startsAt: NOW + HOUR })
    const cancelled = addAppointment(app, { startsAt: NOW + 2 * HOUR })
    for (const { id } of [moved, cancelled]) recordAttendance(app.assistant(), id, 'arrived')
    const start = Date.parse('2027-01-12T10:00:00+01:00')
    moveBooking(app.assistant(), moved.id, { start, message: '', notify: false })
    cancelByStaff(app.assistant(), cancelled.id, '')
    expect(moved.attendance()).toBeNull()
    expect(cancelled.attendance()).toBeNull()
  })

  it('is in the export of a patient’s stored data', () => {
    const app = openTestApp()
    recordAttendance(app.assistant(), addAppointment(app, { startsAt: NOW }).id, 'no_show')
    const { data, html } = exportPatient(app.ctx(), 'rosa@musterfrau.example')
    expect(data.bookings[0]?.attendance).toBe('no_show')
    expect(html).toContain('<dt>Erschienen</dt><dd>nein</dd>')
  })
})
