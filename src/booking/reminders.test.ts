import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { CALLER } from '../testing/factory.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { openTwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { cancelByPatient } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { remindDue } from './reminders.ts'
import { writeToPatient } from './written-messages.ts'

/** The start of the appointment, a Tuesday morning. The practice confirms it on the Thursday before. */
const START = '2027-01-12T08:30:00+01:00'

/** By default a reminder is due 48 hours before `START`, on 10 January at 08:30. This is a day later. */
const AFTER_DUE = '2027-01-11T10:00:00+01:00'
const AN_HOUR_LATER = '2027-01-11T11:00:00+01:00'

/** Opens an app with an appointment that is confirmed now, or with an open request. */
function openBooked({ isConfirmed = true } = {}) {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), createdAt: NOW })
  if (isConfirmed) decideBooking(app.ctx(), id, { decision: 'confirm' })
  return { app, id }
}

/** Runs the job at this time. @returns the number of reminders by e-mail so far */
function remindAt(app: TestApp, iso: string): number {
  app.setClock(iso)
  remindDue(app.ctx())
  return app.rows(`select id from messages where channel = 'email' and kind = 'reminder'`).length
}

describe('a reminder', () => {
  type Row = Readonly<{
    when: string
    general?: { reminder_hours: number }
    /** The number of reminders sent by a day and time of January, such as `10T08:29`. */
    counts: readonly Readonly<{ at: string; reminders: number }>[]
  }>

  // The appointment is on the 12th at 08:30.
  it.each<Row>([
    {
      when: 'once, 48 hours before',
      counts: [
        { at: '10T08:29', reminders: 0 },
        { at: '10T08:30', reminders: 1 },
        { at: '10T08:31', reminders: 1 },
        { at: '11T12:00', reminders: 1 },
      ],
    },
    {
      when: 'a day before if the practice has set 24 hours',
      general: { reminder_hours: 24 },
      counts: [
        { at: '11T08:29', reminders: 0 },
        { at: '11T08:30', reminders: 1 },
      ],
    },
    {
      when: 'three days before if the practice has set 72 hours',
      general: { reminder_hours: 72 },
      counts: [
        { at: '09T08:29', reminders: 0 },
        { at: '09T08:30', reminders: 1 },
      ],
    },
    {
      when: 'on the same morning if the practice has set one hour',
      general: { reminder_hours: 1 },
      counts: [
        { at: '11T12:00', reminders: 0 },
        { at: '12T08:00', reminders: 1 },
      ],
    },
    {
      when: 'never if the practice has set none',
      general: { reminder_hours: 0 },
      counts: [{ at: '11T12:00', reminders: 0 }],
    },
    {
      when: 'in the morning when it is due at night',
      general: { reminder_hours: 30 },
      counts: [
        { at: '11T02:30', reminders: 0 },
        { at: '11T07:59', reminders: 0 },
        { at: '11T08:00', reminders: 1 },
      ],
    },
    {
      when: 'until 20:00',
      counts: [
        { at: '10T20:00', reminders: 0 },
        { at: '10T19:59', reminders: 1 },
      ],
    },
    { when: 'late after an interruption', counts: [{ at: '12T08:29', reminders: 1 }] },
    { when: 'never once the appointment has begun', counts: [{ at: '12T08:30', reminders: 0 }] },
  ])('is sent $when', ({ general = {}, counts }) => {
    const { app } = openBooked()
    writeSettings(app.ctx(), 'general', general)
    for (const { at, reminders } of counts)
      expect({ at, reminders: remindAt(app, `2027-01-${at}:00+01:00`) }).toEqual({ at, reminders })
  })

  describe('that is due in the night before an appointment at eight', () => {
    function openEarly() {
      const app = openTestApp()
      writeSettings(app.ctx(), 'general', { reminder_hours: 6 })
      const { id } = insertBooking(app.ctx().db, {
        startsAt: Date.parse('2027-01-12T08:00:00+01:00'),
        createdAt: NOW,
      })
      return { app, id }
    }

    it('is sent in the last hour of the day before', () => {
      const { app, id } = openEarly()
      decideBooking(app.ctx(), id, { decision: 'confirm' })
      expect(remindAt(app, '2027-01-11T18:59:00+01:00')).toBe(0)
      expect(remindAt(app, '2027-01-11T19:00:00+01:00')).toBe(1)
    })

    it('is not sent if a confirmation was sent within the reminder hours before that', () => {
      const { app, id } = openEarly()
      app.setClock('2027-01-11T18:30:00+01:00')
      decideBooking(app.ctx(), id, { decision: 'confirm' })
      expect(remindAt(app, '2027-01-11T19:00:00+01:00')).toBe(0)
    })
  })

  it('is not sent for a cancelled appointment', () => {
    const { app, id } = openBooked()
    cancelByPatient(app.ctx(), id, '')
    expect(remindAt(app, '2027-01-10T09:00:00+01:00')).toBe(0)
  })

  it('is not sent for an open request', () => {
    const { app } = openBooked({ isConfirmed: false })
    expect(remindAt(app, '2027-01-10T09:00:00+01:00')).toBe(0)
  })
})

describe('a reminder that is due when the patient gets another message', () => {
  it('is not sent if a confirmation has named the time', () => {
    const { app, id } = openBooked({ isConfirmed: false })
    app.setClock(AFTER_DUE)
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    expect(remindAt(app, AN_HOUR_LATER)).toBe(0)
  })

  it.each([
    { rule: 'is sent after a move without notification', notify: false, reminders: 1 },
    {
      rule: 'is not sent if the patient was notified of a move',
      notify: true,
      reminders: 0,
    },
  ])('$rule', ({ notify, reminders }) => {
    const { app, id } = openBooked()
    app.changeRows(`update messages set status = 'sent'`)
    app.setClock(AFTER_DUE)
    moveBooking(app.ctx(), id, { start: Date.parse('2027-01-12T10:30:00+01:00'), message: '', notify })
    expect(remindAt(app, AN_HOUR_LATER)).toBe(reminders)
  })

  it('is sent if a confirmation has named another time', () => {
    const { app, id } = openBooked({ isConfirmed: false })
    app.setClock(AFTER_DUE)
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    moveBooking(app.ctx(), id, { start: Date.parse('2027-01-12T10:30:00+01:00'), message: '', notify: false })
    expect(remindAt(app, AN_HOUR_LATER)).toBe(1)
  })

  it('is sent even if the practice has written about something else', () => {
    const { app, id } = openBooked()
    app.setClock(AFTER_DUE)
    writeToPatient(app.ctx(), id, { channel: 'email', text: 'Bitte kommen Sie nüchtern.' })
    expect(remindAt(app, AN_HOUR_LATER)).toBe(1)
  })

  it('is sent even if another patient got a message about the same time', () => {
    const app = openTwoDoctorsApp()
    const enterAt = (doctor: string) =>
      createManualBooking(app.assistant(), {
        serviceId: 'folgebehandlung',
        contact: { ...CALLER, email: 'otto@beispiel.example' },
        message: '',
        start: Date.parse(START),
        wish: doctor,
      })
    const { id } = enterAt('doctor-1')
    app.setClock(AFTER_DUE)
    enterAt('doctor-2')
    app.setClock(AN_HOUR_LATER)
    remindDue(app.ctx())
    expect(app.rows(`select distinct booking_id from messages where kind = 'reminder'`)).toEqual([
      { booking_id: id },
    ])
  })

  it('is sent if the confirmation was suppressed', () => {
    const { app, id } = openBooked({ isConfirmed: false })
    app.setClock(AFTER_DUE)
    writeSettings(app.ctx(), 'general', { notify_off: true })
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    writeSettings(app.ctx(), 'general', { notify_off: false })
    expect(remindAt(app, AN_HOUR_LATER)).toBe(1)
  })
})
