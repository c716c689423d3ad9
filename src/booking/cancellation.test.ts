import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { cancelByPatient, cancelByStaff, cancelSeveralByStaff } from './cancellation.ts'
import { decideBooking } from './decisions.ts'

/** The time of the request, on a Tuesday. */
const START = '2027-01-12T08:30:00+01:00'
const END = '2027-01-12T09:00:00+01:00'
/** An instant after the patient's cut-off, 24 hours before `START`, but before the appointment. */
const AFTER_CUT_OFF = '2027-01-12T08:00:00+01:00'

/** Opens an app with a request from `START` to `END`. */
function openRequested() {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START) })
  const countMails = () => app.rows(`select id from messages where channel = 'email'`).length
  return { app, id, countMails }
}

describe('a cancellation by the practice', () => {
  it('sends e-mail and SMS to the patient and withdraws the calendar entry', () => {
    const { app, id } = openRequested()
    app.setUpSms()
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    // Only an invitation that was sent is withdrawn from the calendar.
    app.changeRows(`update messages set status = 'sent' where kind = 'confirmed'`)
    expect(cancelByStaff(app.ctx(), id, 'Der Arzt ist krank.')).toMatchObject({
      booking: { status: 'cancelled' },
      repeated: false,
    })

    const [mail] = app.rows<{ text: string; calendar: string }>(
      `select text, calendar from messages where channel = 'email' and kind = 'cancelled'`,
    )
    expect(mail?.text).toContain('Der Arzt ist krank.')
    // The invitation has the number 0.
    expect(mail?.calendar).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1/)
    expect(
      app.rows(`select kind, recipient from messages where channel = 'sms' and kind = 'cancelled'`),
    ).toEqual([{ kind: 'cancelled', recipient: '+436641234567' }])
    expect(app.rows('select id from occupations')).toEqual([])
  })

  it('has no cut-off, and changes nothing a second time', () => {
    const { app, id, countMails } = openRequested()
    app.setClock(AFTER_CUT_OFF)
    cancelByStaff(app.ctx(), id, '')
    const mailsOfFirst = countMails()
    expect(cancelByStaff(app.ctx(), id, '')).toMatchObject({
      booking: { status: 'cancelled' },
      repeated: true,
    })
    expect(countMails()).toBe(mailsOfFirst)
  })

  it('is refused once the appointment is over', () => {
    const { app, id, countMails } = openRequested()
    decideBooking(app.ctx(), id, { decision: 'confirm' })
    app.setClock(END)
    const mailsBefore = countMails()
    expect(() => cancelByStaff(app.ctx(), id, '')).toThrow(
      expect.objectContaining({
        code: 'too_late',
        message: 'Dieser Termin ist schon vorbei und kann nicht mehr abgesagt werden.',
        facts: { start_local: START },
      }),
    )
    expect(countMails()).toBe(mailsBefore)
  })

  it('is possible until the appointment is over, and changes nothing a second time after that', () => {
    const { app, id } = openRequested()
    app.setClock('2027-01-12T08:59:59+01:00')
    expect(cancelByStaff(app.ctx(), id, '').booking.status).toBe('cancelled')
    const daysAfter = '2027-01-20T09:00:00+01:00'
    app.setClock(daysAfter)
    expect(cancelByStaff(app.ctx(), id, '').repeated).toBe(true)
  })

  it('is refused for a rejected booking', () => {
    const { app, id } = openRequested()
    decideBooking(app.ctx(), id, { decision: 'reject' })
    expect(() => cancelByStaff(app.ctx(), id, '')).toThrow('Dieser Termin wurde bereits abgelehnt.')
  })
})

describe('a cancellation by the patient', () => {
  it.each([
    {
      hours: 48,
      cutOff: '2027-01-10T08:30:00+01:00',
      message: 'Stornierung online nur bis 48 Stunden vor dem Termin möglich.',
    },
    {
      hours: 0,
      cutOff: START,
      message: 'Stornierung online nur bis zum Beginn des Termins möglich.',
    },
  ])(
    'is possible until $hours hours before the appointment, as the practice has set',
    ({ hours, cutOff, message }) => {
      const { app, id } = openRequested()
      writeSettings(app.ctx(), 'general', { cancel_hours: hours })
      app.setClock(cutOff)
      expect(refusalOf(() => cancelByPatient(app.ctx(), id, ''))).toMatchObject({ code: 'too_late', message })
      // A millisecond before the cut-off, it is still possible.
      app.pass(-1)
      expect(cancelByPatient(app.ctx(), id, '').status).toBe('cancelled')
    },
  )

  it('changes nothing a second time, even after the cut-off', () => {
    const { app, id } = openRequested()
    cancelByPatient(app.ctx(), id, '')
    app.setClock(AFTER_CUT_OFF)
    const stateBefore = app.bookingState()
    expect(cancelByPatient(app.ctx(), id, '')).toMatchObject({ id, status: 'cancelled' })
    expect(app.bookingState()).toEqual(stateBefore)
  })

  it('is refused for a rejected booking as decided, not as too late', () => {
    const { app, id } = openRequested()
    decideBooking(app.ctx(), id, { decision: 'reject' })
    app.setClock(AFTER_CUT_OFF)
    expect(refusalOf(() => cancelByPatient(app.ctx(), id, ''))).toMatchObject({ code: 'already_decided' })
  })

  it('withdraws the calendar entry of a confirmed appointment; a request has none', () => {
    const { app, id } = openRequested()
    const { id: confirmedId } = insertBooking(app.ctx().db, {
      startsAt: Date.parse('2027-01-13T08:30+01:00'),
    })
    decideBooking(app.ctx(), confirmedId, { decision: 'confirm' })
    // Only an invitation that was sent is withdrawn from the calendar.
    app.changeRows(`update messages set status = 'sent'`)
    cancelByPatient(app.ctx(), id, '')
    cancelByPatient(app.ctx(), confirmedId, '')
    const withdrawals = app.rows(
      `select booking_id, calendar like '%METHOD:CANCEL%' as withdraws from messages
        where kind = 'cancelled' and channel = 'email' order by id`,
    )
    expect(withdrawals).toEqual([
      { booking_id: id, withdraws: null },
      { booking_id: confirmedId, withdraws: 1 },
    ])
  })
})

it('cancelling several bookings goes on after a refusal', () => {
  const { app, id } = openRequested()
  const input = { ids: ['gone', id], message: '', notify: false }
  expect(cancelSeveralByStaff(app.ctx(), input)).toMatchObject([
    { id: 'gone', outcome: { code: 'not found' } },
    { id, outcome: { repeated: false } },
  ])
  expect(app.rows('select status from bookings')).toEqual([{ status: 'cancelled' }])
  expect(app.rows('select id from messages')).toEqual([])
})
