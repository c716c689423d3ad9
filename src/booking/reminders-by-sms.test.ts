import { describe, expect, it } from 'vitest'
import type { MailPort } from '../messaging/email/smtp.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { REPLACED_BY_SMS } from '../messaging/outbox/fallback.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import {
  ALSO_REMINDED,
  FAILED_FOR_GOOD,
  openRemindedApp,
  type RemindedOptions,
} from '../testing/reminded-app.ts'
import { getBooking } from './bookings.ts'
import { cancelByPatient } from './cancellation.ts'
import { storedContact } from './contact-columns.ts'
import { correctContact } from './contact-correction.ts'
import { remindDue } from './reminders.ts'

describe('the reminder of a patient who wants reminders by SMS', () => {
  it('is an SMS, and the e-mail is suppressed for that reason', async () => {
    const app = openRemindedApp()
    await app.deliverSms()
    expect(app.reminderStatus()).toEqual({ sms: 'sent', email: 'muted' })
    expect(app.getReminder('email').error).toBe(REPLACED_BY_SMS)
    expect(app.sevenio.taken[0]?.text).toContain('Di 12. Jänner, 08:30 Uhr')
    app.pass(HOUR)
    remindDue(app.ctx())
    expect(app.listReminders()).toHaveLength(2)
  })

  it.each<{ when: string; options: RemindedOptions; reason: string }>([
    {
      when: 'the number is no mobile phone',
      options: { booking: { mobile: '05572 12345' } },
      reason: 'Festnetznummer: keine SMS möglich.',
    },
    {
      when: 'its country gets no SMS',
      options: { booking: { mobile: '+33612345678' } },
      reason: 'SMS in dieses Land sind nicht freigegeben: Frankreich.',
    },
    {
      when: 'a minor has booked alone',
      options: { booking: { birthOn: '2015-01-01' } },
      reason: 'Keine SMS an Minderjährige (niemand anderer hat gebucht).',
    },
    {
      when: 'SMS are off',
      options: { general: { notify_muteSms: true, notify_reason: 'Umbau' } },
      reason: 'Umbau',
    },
  ])('is an e-mail at once when $when', ({ options, reason }) => {
    const app = openRemindedApp(options)
    expect(app.reminderStatus()).toEqual({ sms: 'muted', email: 'queued' })
    expect(app.getReminder('sms').error).toBe(reason)
  })

  it('is an e-mail once the monthly limit of SMS is reached', () => {
    const app = openRemindedApp({ general: { sms_monthly_cap: 1 } })
    insertBooking(app.ctx().db, ALSO_REMINDED)
    remindDue(app.ctx())
    expect(app.listReminders().map(({ channel, status }) => [channel, status])).toEqual([
      ['sms', 'queued'],
      ['email', 'muted'],
      ['sms', 'muted'],
      ['email', 'queued'],
    ])
  })

  it('is not sent at all once the appointment is cancelled', async () => {
    const app = openRemindedApp()
    cancelByPatient(app.ctx(), app.bookingId, '')
    await app.deliverSms()
    expect(app.reminderStatus()).toEqual({ sms: 'muted', email: 'muted' })
  })

  it('is no e-mail to a patient without an e-mail address, even if the SMS fails', async () => {
    const app = openRemindedApp({ booking: { email: '' } })
    await app.deliverSms(FAILED_FOR_GOOD)
    expect(app.reminderStatus()).toEqual({ sms: 'failed', email: 'muted' })
  })
})

it('the reminder of a patient who has not chosen SMS is both an SMS and an e-mail', () => {
  const app = openRemindedApp({ booking: { reminderBySms: false } })
  expect(app.reminderStatus()).toEqual({ sms: 'queued', email: 'queued' })
})

describe('correcting the contact of a patient while the reminder by SMS waits', () => {
  it('turns the reminder into an e-mail to the new e-mail address when the new number takes no SMS', () => {
    const app = openRemindedApp()
    correctContact(app.assistant(), app.bookingId, {
      ...storedContact(getBooking(app.ctx(), app.bookingId)),
      email: 'rosa@beispiel.example',
      mobile: '05572 12345',
      svn4: '',
    })
    expect(app.reminderStatus()).toEqual({ sms: 'muted', email: 'queued' })
    expect(app.rows(`select recipient from messages where channel = 'email' and kind = 'reminder'`)).toEqual([
      { recipient: 'rosa@beispiel.example' },
    ])
  })

  it('leaves no e-mail to fall back on when the e-mail address was removed', async () => {
    const app = openRemindedApp()
    const contact = storedContact(getBooking(app.ctx(), app.bookingId))
    correctContact(app.assistant(), app.bookingId, { ...contact, email: '', svn4: '' })
    await app.deliverSms(FAILED_FOR_GOOD)
    expect(app.listReminders().map(({ channel, status, error }) => [channel, status, error])).toEqual([
      ['sms', 'failed', expect.stringContaining('seven.io')],
      ['email', 'muted', 'Es ist keine E-Mail-Adresse angegeben.'],
    ])
  })
})

it('a reminder that was not sent by nightfall waits for the morning', async () => {
  const app = openRemindedApp({ booking: { reminderBySms: false } })
  writeSettings(app.ctx(), 'smtp', { SMTP_HOST: 'mail.example' })
  let emails = 0
  const send: MailPort['send'] = async () => {
    emails++
    return { ok: true }
  }
  /** Runs delivery at this time. @returns the numbers of messages sent so far */
  const deliverAt = async (iso: string) => {
    app.setClock(iso)
    await deliverDue(app.ctx, emailTransport({ mail: { send }, log: app.log }), app.log)
    await app.deliverSms()
    return { emails, sms: app.sevenio.taken.length }
  }

  expect(await deliverAt('2027-01-10T20:00:00+01:00')).toEqual({ emails: 0, sms: 0 })
  expect(await deliverAt('2027-01-11T03:00:00+01:00')).toEqual({ emails: 0, sms: 0 })
  const waiting = { status: 'queued', attempts: 0, due_at: Date.parse('2027-01-11T08:00:00+01:00') }
  expect(app.rows('select channel, status, attempts, due_at from messages')).toEqual([
    { channel: 'sms', ...waiting },
    { channel: 'email', ...waiting },
  ])
  expect(await deliverAt('2027-01-11T08:00:00+01:00')).toEqual({ emails: 1, sms: 1 })
  expect(await deliverAt('2027-01-11T08:01:00+01:00')).toEqual({ emails: 1, sms: 1 })
})
