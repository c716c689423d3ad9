import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { openBeforeReminder } from '../testing/reminded-app.ts'
import { cancelByPatient } from './cancellation.ts'

/* Reminders of a patient who gets other messages too are in reminders-after-messages.test.ts. */

describe('a reminder', () => {
  type TimingCase = Readonly<{
    when: string
    /** The practice's setting; by default 48 hours. */
    settings?: { reminder_hours: number }
    /** Runs of the job in winter's wall time, and the number of reminders sent by then. */
    runs: readonly Readonly<{ at: string; reminders: number }>[]
  }>

  // The appointment (`REMINDED_START`) is on 12 January at 08:30.
  it.each<TimingCase>([
    {
      when: 'once, 48 hours before',
      runs: [
        { at: '2027-01-10T08:29', reminders: 0 },
        { at: '2027-01-10T08:30', reminders: 1 },
        { at: '2027-01-10T08:31', reminders: 1 },
        { at: '2027-01-11T12:00', reminders: 1 },
      ],
    },
    {
      when: 'a day before if the practice has set 24 hours',
      settings: { reminder_hours: 24 },
      runs: [
        { at: '2027-01-11T08:29', reminders: 0 },
        { at: '2027-01-11T08:30', reminders: 1 },
      ],
    },
    {
      when: 'three days before if the practice has set 72 hours',
      settings: { reminder_hours: 72 },
      runs: [
        { at: '2027-01-09T08:29', reminders: 0 },
        { at: '2027-01-09T08:30', reminders: 1 },
      ],
    },
    {
      when: 'on the same morning if the practice has set one hour',
      settings: { reminder_hours: 1 },
      runs: [
        { at: '2027-01-11T12:00', reminders: 0 },
        { at: '2027-01-12T08:00', reminders: 1 },
      ],
    },
    {
      when: 'never if the practice has set none',
      settings: { reminder_hours: 0 },
      runs: [{ at: '2027-01-11T12:00', reminders: 0 }],
    },
    {
      when: 'in the morning when it is due at night',
      settings: { reminder_hours: 30 },
      runs: [
        { at: '2027-01-11T02:30', reminders: 0 },
        { at: '2027-01-11T07:59', reminders: 0 },
        { at: '2027-01-11T08:00', reminders: 1 },
      ],
    },
    {
      when: 'until 20:00',
      runs: [
        { at: '2027-01-10T20:00', reminders: 0 },
        { at: '2027-01-10T19:59', reminders: 1 },
      ],
    },
    { when: 'late after an interruption', runs: [{ at: '2027-01-12T08:29', reminders: 1 }] },
    { when: 'never once the appointment has begun', runs: [{ at: '2027-01-12T08:30', reminders: 0 }] },
  ])('is sent $when', ({ settings = {}, runs }) => {
    const app = openBeforeReminder()
    writeSettings(app.ctx(), 'general', settings)
    for (const { at, reminders } of runs) expect(app.remindAt(`${at}:00+01:00`), at).toBe(reminders)
  })

  describe('that is due in the night before an appointment at eight', () => {
    /** Reminders are sent until 20:00, so this is their last hour on the day before. */
    const LAST_HOUR = '2027-01-11T19:00:00+01:00'
    /** Opens an app with a request for the appointment. A reminder six hours before it is due at two. */
    function openRequestForEight() {
      const app = openBeforeReminder({ isConfirmed: false, start: '2027-01-12T08:00:00+01:00' })
      writeSettings(app.ctx(), 'general', { reminder_hours: 6 })
      return app
    }

    it('is sent in the last hour of the day before', () => {
      const { confirm, remindAt } = openRequestForEight()
      confirm()
      expect(remindAt('2027-01-11T18:59:00+01:00')).toBe(0)
      expect(remindAt(LAST_HOUR)).toBe(1)
    })

    it('is not sent if a confirmation was sent within the reminder hours before that', () => {
      const { setClock, confirm, remindAt } = openRequestForEight()
      setClock('2027-01-11T18:30:00+01:00')
      confirm()
      expect(remindAt(LAST_HOUR)).toBe(0)
    })
  })

  it('is not sent for a cancelled appointment', () => {
    const { ctx, bookingId, remindAt } = openBeforeReminder()
    cancelByPatient(ctx(), bookingId, '')
    expect(remindAt('2027-01-10T09:00:00+01:00')).toBe(0)
  })

  it('is not sent for an open request', () => {
    const { remindAt } = openBeforeReminder({ isConfirmed: false })
    expect(remindAt('2027-01-10T09:00:00+01:00')).toBe(0)
  })
})
