import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { replaceBusyTimes } from '../schedule/busy-times.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import {
  notifyBusyConflicts,
  notifyConfirmed,
  notifyEmailVerification,
  notifyUnanswered,
} from './notifications.ts'

/* The messages of each event are in notifications-of-events.test.ts. */

let app: TestApp
beforeEach(() => {
  app = openTestApp()
})

describe('a message without a recipient', () => {
  const listMessages = () => app.rows('select channel, recipient, status, error, calendar from messages')

  it('to a patient without e-mail address and mobile number is suppressed with a reason', () => {
    const landline = '05572 12345'
    const booking = insertBooking(app.ctx().db, { email: '', mobile: landline })
    notifyConfirmed(app.ctx(), booking, '')
    const suppressed = { status: 'muted', calendar: null }
    expect(listMessages()).toEqual([
      { ...suppressed, channel: 'email', recipient: '', error: 'Es ist keine E-Mail-Adresse angegeben.' },
      { ...suppressed, channel: 'sms', recipient: landline, error: 'Festnetznummer: keine SMS möglich.' },
    ])
  })

  it('to a practice without an e-mail address is suppressed with a reason', () => {
    writeSettings(app.ctx(), 'practice', { mail: '' })
    notifyUnanswered(app.ctx(), insertBooking(app.ctx().db))
    expect(listMessages()).toMatchObject([
      {
        recipient: '',
        status: 'muted',
        error:
          'Kein Empfänger: Bitte die „Admin E-Mail“ (Seite „URLs & Admin E-Mail“) oder die E-Mail-Adresse in den Praxisdaten eintragen.',
      },
    ])
  })
})

describe('the e-mail verification', () => {
  it.each([
    { when: 'while everything is on', settings: {} },
    { when: 'even while notifications are off', settings: { notify_off: true } },
    {
      when: 'even while e-mails and SMS are off',
      settings: { notify_muteEmail: true, notify_muteSms: true },
    },
  ])('is sent $when', ({ settings }) => {
    const email = 'rosa@musterfrau.example'
    writeSettings(app.ctx(), 'general', settings)
    const secrets = { token: 't', code: '012345' }
    notifyEmailVerification(app.ctx(), { email, purpose: 'booking', ...secrets, queuePosition: 0 })
    expect(app.rows(`select kind, recipient, status, error from messages where channel = 'email'`)).toEqual([
      { kind: 'email-verification', recipient: email, status: 'queued', error: null },
    ])
  })
})

describe('the e-mail to the practice about overlaps with busy times', () => {
  const NINE = Date.parse('2027-01-12T09:00:00+01:00')
  const countEmails = () => app.rows(`select id from messages where kind = 'erp-conflict'`).length
  const insertTwoAppointments = () => {
    for (const startsAt of [NINE, NINE + HOUR])
      insertBooking(app.ctx().db, { status: 'confirmed', startsAt, endsAt: startsAt + HOUR })
  }

  it('is not sent while nothing overlaps', () => {
    insertTwoAppointments()
    notifyBusyConflicts(app.ctx())
    expect(countEmails()).toBe(0)
  })

  it('is sent only once for two appointments in the same busy time', () => {
    insertTwoAppointments()
    replaceBusyTimes(app.ctx(), { kind: 'erp' }, [{ eventId: 1, startsAt: NINE, endsAt: NINE + 2 * HOUR }])
    notifyBusyConflicts(app.ctx())
    notifyBusyConflicts(app.ctx())
    expect(countEmails()).toBe(1)
  })
})
