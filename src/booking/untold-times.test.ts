import { describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { decideBooking } from './decisions.ts'
import { moveBooking } from './moves.ts'
import { undoChange } from './undo.ts'

/** The start of the booking. In an SMS: Di 12. Jänner, 08:30 Uhr. */
const BOOKED_START = '2027-01-12T08:30:00+01:00'
/** In an SMS: So 17. Jänner, 20:10 Uhr. */
const SUNDAY = '2027-01-17T20:10:00+01:00'
/** In an SMS: Mo 18. Jänner, 09:00 Uhr. The next two days are named in the same way. */
const MONDAY = '2027-01-18T09:00:00+01:00'
const TUESDAY = '2027-01-19T09:00:00+01:00'
const WEDNESDAY = '2027-01-20T09:00:00+01:00'

/** Opens an app with a booking at `BOOKED_START`, by default a confirmed one. */
function openBooked({ status = 'confirmed' }: Partial<Pick<Booking, 'status'>> = {}) {
  const app = openTestApp()
  app.setUpSms()
  const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(BOOKED_START), status })
  return {
    app,
    id,
    /** Moves the booking for the practice. By default the patient gets a message. */
    moveTo: (start: string, { notify = true, undoable = false } = {}) =>
      moveBooking(app.assistant(), id, { start: Date.parse(start), message: '', notify, undoable }),
    markAllSent: () => app.changeRows(`update messages set status = 'sent'`),
    /** Returns the text of the SMS that was queued last. */
    lastSms: () =>
      app.rows<{ text: string }>(`select text from messages where channel = 'sms' order by id`).at(-1)?.text,
  }
}

describe('the earlier time that the message about a move states', () => {
  it('is the booked time while no message about a move has been sent', () => {
    const { moveTo, lastSms } = openBooked()
    moveTo(SUNDAY)
    moveTo(MONDAY)
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 12. Jänner, 08:30 Uhr')
  })

  it('is the one that the last sent message has told', () => {
    const { app, moveTo, lastSms } = openBooked()
    moveTo(SUNDAY)
    moveTo(MONDAY)
    app.changeRows(`update messages set status = 'sent' where starts_at = ?`, Date.parse(MONDAY))
    moveTo(TUESDAY)
    expect(lastSms()).toContain('Di 19. Jänner, 09:00 Uhr statt Mo 18. Jänner, 09:00 Uhr')
    // Back at the time that the patient knows, the message states the one in between.
    moveTo(MONDAY)
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 19. Jänner, 09:00 Uhr')
  })

  it('is the last one that the patient was told, however often it has moved since without a message', () => {
    const { app, moveTo, markAllSent, lastSms } = openBooked()
    moveTo(SUNDAY, { notify: false })
    app.pass(MINUTE)
    moveTo(MONDAY)
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 12. Jänner, 08:30 Uhr')
    markAllSent()
    app.pass(MINUTE)
    moveTo(TUESDAY, { notify: false })
    app.pass(MINUTE)
    moveTo(WEDNESDAY)
    expect(lastSms()).toContain('Mi 20. Jänner, 09:00 Uhr statt Mo 18. Jänner, 09:00 Uhr')
  })

  it('is one that a confirmation has told after a move without messages', () => {
    const { app, id, moveTo, markAllSent, lastSms } = openBooked({ status: 'requested' })
    moveTo(SUNDAY, { notify: false })
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    markAllSent()
    moveTo(MONDAY)
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt So 17. Jänner, 20:10 Uhr')
  })

  it('is not the time of a move that was undone', () => {
    const { app, id, moveTo, lastSms } = openBooked()
    moveTo(SUNDAY, { notify: false })
    moveTo(TUESDAY, { undoable: true })
    undoChange(app.assistant(), id)
    moveTo(MONDAY)
    expect(lastSms()).toContain('Mo 18. Jänner, 09:00 Uhr statt Di 12. Jänner, 08:30 Uhr')
  })
})
