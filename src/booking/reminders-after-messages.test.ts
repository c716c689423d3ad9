import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { CALLER } from '../testing/factory.ts'
import { openBeforeReminder, REMINDED_START } from '../testing/reminded-app.ts'
import { openTwoDoctorsApp } from '../testing/two-doctors-app.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { remindDue } from './reminders.ts'
import { writeToPatient } from './written-messages.ts'

/** A reminder is due 48 hours before `REMINDED_START`, on 10 January at 08:30. This is a day later. */
const AFTER_DUE = '2027-01-11T10:00:00+01:00'
const AN_HOUR_LATER = '2027-01-11T11:00:00+01:00'
/** The start to which appointments move. A reminder of it is due too. */
const LATER_ON_THAT_DAY = Date.parse('2027-01-12T10:30:00+01:00')

describe('a reminder that is due when the patient gets another message', () => {
  it('is not sent if a confirmation has named the time', () => {
    const app = openBeforeReminder({ isConfirmed: false })
    app.setClock(AFTER_DUE)
    app.confirm()
    expect(app.remindAt(AN_HOUR_LATER)).toBe(0)
  })

  it.each([
    { rule: 'is sent after a move without notification', notify: false, reminders: 1 },
    {
      rule: 'is not sent if the patient was notified of a move',
      notify: true,
      reminders: 0,
    },
  ])('$rule', ({ notify, reminders }) => {
    const app = openBeforeReminder()
    // While the confirmation still waits, the patient is notified of a move in any case.
    app.changeRows(`update messages set status = 'sent'`)
    app.setClock(AFTER_DUE)
    moveBooking(app.ctx(), app.bookingId, { start: LATER_ON_THAT_DAY, message: '', notify })
    expect(app.remindAt(AN_HOUR_LATER)).toBe(reminders)
  })

  it('is sent if a confirmation has named another time', () => {
    const app = openBeforeReminder({ isConfirmed: false })
    app.setClock(AFTER_DUE)
    app.confirm()
    moveBooking(app.ctx(), app.bookingId, { start: LATER_ON_THAT_DAY, message: '', notify: false })
    expect(app.remindAt(AN_HOUR_LATER)).toBe(1)
  })

  it('is sent even if the practice has written about something else', () => {
    const app = openBeforeReminder()
    app.setClock(AFTER_DUE)
    writeToPatient(app.ctx(), app.bookingId, { channel: 'email', text: 'Bitte kommen Sie nüchtern.' })
    expect(app.remindAt(AN_HOUR_LATER)).toBe(1)
  })

  it('is sent even if another patient got a message about the same time', () => {
    const app = openTwoDoctorsApp()
    const enterAt = (doctorId: string) =>
      createManualBooking(app.assistant(), {
        serviceId: 'folgebehandlung',
        contact: { ...CALLER, email: 'otto@beispiel.example' },
        message: '',
        start: Date.parse(REMINDED_START),
        wish: doctorId,
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
    const app = openBeforeReminder({ isConfirmed: false })
    app.setClock(AFTER_DUE)
    writeSettings(app.ctx(), 'general', { notify_off: true })
    app.confirm()
    writeSettings(app.ctx(), 'general', { notify_off: false })
    expect(app.remindAt(AN_HOUR_LATER)).toBe(1)
  })
})
