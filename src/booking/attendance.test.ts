import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { exportPatient } from '../privacy/export.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { noteAttendance } from './attendance.ts'
import { getBooking } from './bookings.ts'
import { cancelByStaff } from './cancellation.ts'
import { moveBooking } from './moves.ts'

/** Adds a confirmed appointment, by default in an hour. */
function addAppointment(app: TestApp, changes: Partial<Booking> = {}) {
  const { id } = insertBooking(app.ctx().db, { status: 'confirmed', startsAt: NOW + HOUR, ...changes })
  return { id, attendance: () => getBooking(app.ctx(), id).attendance }
}

describe('the attendance', () => {
  it('is noted, changed and taken back, and the history has each of these steps once', () => {
    const app = openTestApp()
    const { id, attendance } = addAppointment(app, { startsAt: NOW })
    for (const noted of ['no_show', 'no_show', 'arrived', null, null] as const) {
      noteAttendance(app.assistant(), id, noted)
      expect(attendance()).toBe(noted)
    }
    expect(
      app.rows(`select kind, actor_name from events where actor = 'admin'`).map(({ kind }) => kind),
    ).toEqual(['no-show', 'arrived', 'attendance-removed'])
    expect(app.rows('select * from messages')).toEqual([])
  })

  it('cannot say that the patient did not come before the time of the appointment', () => {
    const app = openTestApp()
    const { id, attendance } = addAppointment(app, { startsAt: NOW + MINUTE })
    const problem = refusalOf(() => noteAttendance(app.assistant(), id, 'no_show'))
    expect([problem?.code, problem?.message, attendance()]).toEqual([
      'conflict',
      '„Nicht erschienen“ lässt sich erst ab der Zeit des Termins vermerken.',
      null,
    ])
    app.pass(MINUTE)
    noteAttendance(app.assistant(), id, 'no_show')
    expect(attendance()).toBe('no_show')
  })

  it.each<[string, Partial<Booking>, string | undefined]>([
    ['tomorrow', { startsAt: Date.parse('2027-01-08T00:00:00+01:00') }, 'erst am Tag des Termins'],
    ['tonight', { startsAt: Date.parse('2027-01-07T23:30:00+01:00') }, undefined],
    ['last year', { startsAt: NOW - 365 * DAY_LENGTH }, undefined],
    ['a request', { status: 'requested' }, 'nur bei bestätigten Terminen'],
    ['cancelled', { status: 'cancelled' }, 'nur bei bestätigten Terminen'],
  ])('can be noted only of confirmed appointments and from their day on: %s', (_case, changes, refusal) => {
    const app = openTestApp()
    const { id, attendance } = addAppointment(app, changes)
    const refused = refusalOf(() => noteAttendance(app.assistant(), id, 'arrived'))
    expect(refused?.code).toBe(refusal && 'conflict')
    expect(refused?.message ?? '').toContain(refusal ?? '')
    expect(attendance()).toBe(refusal ? null : 'arrived')
  })

  it('is deleted when the appointment is moved or cancelled', () => {
    const app = openTestApp()
    const [moved, cancelled] = [addAppointment(app), addAppointment(app, { startsAt: NOW + 2 * HOUR })]
    for (const { id } of [moved, cancelled]) noteAttendance(app.assistant(), id, 'arrived')
    const start = Date.parse('2027-01-12T10:00:00+01:00')
    moveBooking(app.assistant(), moved.id, { start, message: '', notify: false })
    cancelByStaff(app.assistant(), cancelled.id, '')
    expect([moved.attendance(), cancelled.attendance()]).toEqual([null, null])
  })

  it('is in the export of the stored data of a person', () => {
    const app = openTestApp()
    noteAttendance(app.assistant(), addAppointment(app, { startsAt: NOW }).id, 'no_show')
    const { data, html } = exportPatient(app.ctx(), 'rosa@musterfrau.example')
    expect(data.bookings[0]?.attendance).toBe('no_show')
    expect(html).toContain('<dt>Erschienen</dt><dd>nein</dd>')
  })
})
