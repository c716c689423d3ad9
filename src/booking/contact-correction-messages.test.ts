import { describe, expect, it } from 'vitest'
import { resendMessage } from '../backoffice/resend-message.ts'
import { claimDue } from '../messaging/outbox/leases.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { MINUTE } from '../shared/day.ts'
import { openBooked } from '../testing/booked-app.ts'
import { CALLER } from '../testing/factory.ts'
import { codeAndSentence, refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { correctContact } from './contact-correction.ts'
import { createManualBooking } from './manual-booking.ts'

type Channel = 'email' | 'sms'
type StoredMessage = { recipient: string; status: string; error: string | null; calendar: string }

/** Returns the newest message that confirms the booking. */
function lastConfirmation(app: TestApp, channel: Channel): StoredMessage | undefined {
  const [last] = app.rows<StoredMessage>(
    `select recipient, status, error, calendar from messages
      where channel = ? and kind = 'confirmed' order by id desc limit 1`,
    channel,
  )
  return last
}

/** Gives the message that confirms the booking this status, and returns its id. */
function markConfirmation(app: TestApp, channel: Channel, status: 'sent' | 'failed'): number {
  const [message] = app.rows<{ id: number }>(
    `update messages set status = ? where channel = ? and kind = 'confirmed' returning id`,
    status,
    channel,
  )
  if (message === undefined) throw new Error(`There is no confirmation by ${channel}.`)
  return message.id
}

describe('messages to a patient whose contact was corrected', () => {
  it('go to the new e-mail address and number while they wait, with an invitation to the new address', async () => {
    const { app, correct } = await openBooked({ isConfirmed: true })
    correct({ email: 'rosa@beispiel.example', mobile: '0664 7654321' })
    const mail = lastConfirmation(app, 'email')
    expect(mail).toMatchObject({ recipient: 'rosa@beispiel.example', status: 'queued' })
    expect(mail?.calendar.replaceAll('\r\n ', '')).toContain('MAILTO:rosa@beispiel.example')
    expect(lastConfirmation(app, 'sms')).toMatchObject({ recipient: '+436647654321', status: 'queued' })
    const toPractice = `select recipient from messages where kind = 'new-reservation'`
    expect(app.rows(toPractice)).toEqual([{ recipient: 'termine@ordination.example' }])
  })

  it('are suppressed with a reason if they cannot reach the new e-mail address or number', async () => {
    const { app, correct } = await openBooked({ isConfirmed: true })
    correct({ email: '', mobile: '05572 12345' })
    expect(lastConfirmation(app, 'email')).toMatchObject({
      recipient: '',
      status: 'muted',
      error: 'Es ist keine E-Mail-Adresse angegeben.',
    })
    expect(lastConfirmation(app, 'sms')).toMatchObject({
      recipient: '05572 12345',
      status: 'muted',
      error: 'Festnetznummer: keine SMS möglich.',
    })
  })

  it('are suppressed as SMS, and not sent again, once the patient is known to be a minor', async () => {
    const { app, id, correct } = await openBooked({ isConfirmed: true })
    const error = 'Keine SMS an Minderjährige (niemand anderer hat gebucht).'
    correct({ birthDate: '2019-03-14', svn4: null, mobile: '0664 7654321' })
    expect(lastConfirmation(app, 'sms')).toMatchObject({ status: 'muted', error })
    const message = { bookingId: id, channel: 'sms', id: markConfirmation(app, 'sms', 'sent') } as const
    expect(refusalOf(() => resendMessage(app.assistant(), message))?.message).toBe(error)
  })

  it('go to the new e-mail address when they are sent again or retried', async () => {
    const { app, id, correct } = await openBooked({ isConfirmed: true })
    const emailId = markConfirmation(app, 'email', 'sent')
    const smsId = markConfirmation(app, 'sms', 'failed')
    correct({ email: 'rosa@beispiel.example', mobile: '0664 7654321' })
    expect(lastConfirmation(app, 'email')?.recipient).toBe('rosa@musterfrau.example')
    resendMessage(app.assistant(), { bookingId: id, channel: 'email', id: emailId })
    expect(lastConfirmation(app, 'email')).toMatchObject({
      recipient: 'rosa@beispiel.example',
      status: 'queued',
    })
    retryMessage(app.assistant(), 'sms', smsId)
    expect(lastConfirmation(app, 'sms')).toMatchObject({ recipient: '+436647654321', status: 'queued' })
  })

  it('are not sent again if they cannot reach the new e-mail address or number', async () => {
    const { app, id, correct } = await openBooked({ isConfirmed: true })
    const emailId = markConfirmation(app, 'email', 'sent')
    const smsId = markConfirmation(app, 'sms', 'sent')
    correct({ email: '', mobile: '05572 12345' })
    const refusalToResend = (channel: Channel, messageId: number) =>
      codeAndSentence(() => resendMessage(app.assistant(), { bookingId: id, channel, id: messageId }))
    expect(refusalToResend('email', emailId)).toEqual(['conflict', 'Es ist keine E-Mail-Adresse angegeben.'])
    expect(refusalToResend('sms', smsId)).toEqual(['conflict', 'Festnetznummer: keine SMS möglich.'])
  })

  it('can be sent once an e-mail address is known', () => {
    const app = openTestApp()
    const { id } = createManualBooking(app.assistant(), {
      serviceId: 'folgebehandlung',
      start: Date.parse('2027-01-12T10:00:00+01:00'),
      contact: CALLER,
      message: '',
    })
    correctContact(app.assistant(), id, { ...CALLER, email: 'otto@beispiel.example', svn4: '' })
    const [mail] = app.rows<{ id: number }>(
      `select id from messages where channel = 'email' and kind = 'confirmed'`,
    )
    if (mail === undefined) throw new Error('The booking has no e-mail.')
    retryMessage(app.assistant(), 'email', mail.id)
    expect(claimDue(app.ctx(), { channel: 'email', lane: 'others' }, MINUTE)).toMatchObject({
      id: mail.id,
      recipient: 'otto@beispiel.example',
    })
  })
})
