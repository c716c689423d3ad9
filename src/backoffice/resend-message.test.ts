import { describe, expect, it } from 'vitest'
import { bookingSubject } from '../access/audit.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import { book } from '../testing/factory.ts'
import { codeAndSentence } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { listMessagesOfBooking } from './booking-messages.ts'
import { resendMessage } from './resend-message.ts'

/** Opens a practice with a confirmed booking, all of whose messages have gone out. */
async function openWithConfirmed() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
  decideBooking(app.ctx(), json.id, { decision: 'confirm', message: 'Bitte nüchtern kommen.' })
  markAllSent(app)
  return { app, bookingId: json.id as string, ...messagesOf(app, json.id) }
}

/** Makes every message look sent. */
function markAllSent(app: TestApp): void {
  app.changeRows(`update messages set status = 'sent', sent_at = 1, attempts = 1, provider_message_id = 'm'`)
}

/** Returns calls about the messages of a booking; each means the first message of the kind. */
function messagesOf(app: TestApp, bookingId: string) {
  const idOf = (channel: Channel, kind: string) =>
    listMessagesOfBooking(app.ctx(), bookingId).find((row) => row.channel === channel && row.kind === kind)
      ?.id ?? 0
  /** Sends the message again. @returns why it is suppressed; undefined when it is queued */
  const resend = (channel: Channel, kind: string) =>
    resendMessage(app.assistant(), { bookingId, channel, id: idOf(channel, kind) })
  return { idOf, resend }
}

const STALE = 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'

describe('a message that is sent again', () => {
  it.each([
    { channel: 'email', status: 'failed' },
    { channel: 'email', status: 'suppressed' },
    { channel: 'sms', status: 'failed' },
    { channel: 'sms', status: 'unknown' },
  ] as const)('keeps its row if it had stopped: $channel, $status', async ({ channel, status }) => {
    const { app, idOf, resend } = await openWithConfirmed()
    const id = idOf(channel, 'confirmed')
    app.changeRows(`update messages set status = ?, error = 'Grund' where id = ?`, status, id)
    expect(resend(channel, 'confirmed')).toBeUndefined()
    const rows = app.rows(
      `select id, status, error from messages where channel = ? and kind = 'confirmed'`,
      channel,
    )
    expect(rows).toEqual([{ id, status: 'queued', error: null }])
  })

  it.each(['email', 'sms'] as const)(
    'becomes a new row with the same content, and is recorded: %s',
    async (channel) => {
      const { app, bookingId, resend } = await openWithConfirmed()
      app.pass(MINUTE)
      expect(resend(channel, 'confirmed')).toBeUndefined()
      const [sentRow, newRow, ...others] = app.rows<Record<string, unknown>>(
        `select * from messages where channel = ? and kind = 'confirmed' order by id`,
        channel,
      )
      expect(others).toEqual([])
      const sameColumns = ['kind', 'booking_id', 'recipient', 'subject', 'text', 'html', 'calendar']
      for (const column of sameColumns) expect(newRow?.[column], column).toEqual(sentRow?.[column])
      expect(newRow).toMatchObject({
        status: 'queued',
        attempts: 0,
        sent_at: null,
        provider_message_id: null,
        created_at: app.ctx().now,
      })
      expect(newRow?.log_uuid).not.toBe(sentRow?.log_uuid)
      if (channel === 'email') expect(newRow?.message_id).not.toBe(sentRow?.message_id)
      expect(app.rows('select action, subject from audit')).toEqual([
        { action: 'message-resent', subject: bookingSubject(bookingId) },
      ])
    },
  )

  it.each([
    { channel: 'email', setting: 'notify_off' },
    { channel: 'email', setting: 'notify_muteEmail' },
    { channel: 'sms', setting: 'notify_off' },
    { channel: 'sms', setting: 'notify_muteSms' },
  ] as const)('is suppressed while $setting switches off $channel', async ({ channel, setting }) => {
    const { app, bookingId, resend } = await openWithConfirmed()
    writeSettings(app.ctx(), 'general', { [setting]: true, notify_reason: 'Umbau' })
    app.pass(1)
    expect(resend(channel, 'confirmed')).toBe('Umbau')
    expect(listMessagesOfBooking(app.ctx(), bookingId).at(-1)).toMatchObject({
      channel,
      status: 'suppressed',
      error: 'Umbau',
    })
  })

  it('is suppressed if it goes to a practice that has switched off its e-mails', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    markAllSent(app)
    const { resend } = messagesOf(app, json.id)
    writeSettings(app.ctx(), 'general', { SEND_ADMIN_EMAIL: false })
    expect(resend('email', 'reservation-received')).toBeUndefined()
    expect(resend('email', 'new-reservation')).toBe('E-Mails an die Ordination sind abgeschaltet.')
  })

  it('is queued while only messages of the other channel are switched off', async () => {
    const { app, resend } = await openWithConfirmed()
    writeSettings(app.ctx(), 'general', { notify_muteSms: true })
    expect(resend('email', 'confirmed')).toBeUndefined()
  })
})

describe('a message is not sent again', () => {
  it.each(['reservation-received', 'new-reservation'])(
    'when the request that it is about was decided: %s',
    async (kind) => {
      const { resend } = await openWithConfirmed()
      expect(codeAndSentence(() => resend('email', kind))).toEqual(['conflict', STALE])
    },
  )

  it.each(['email', 'sms'] as const)('when the appointment was cancelled after it: %s', async (channel) => {
    const { app, bookingId, resend } = await openWithConfirmed()
    cancelByStaff(app.ctx(), bookingId, '')
    markAllSent(app)
    expect(codeAndSentence(() => resend(channel, 'confirmed'))).toEqual(['conflict', STALE])
    expect(resend('email', 'cancelled')).toBeUndefined()
  })

  it.each(['queued', 'sending'])('while the first is %s', async (status) => {
    const { app, resend } = await openWithConfirmed()
    app.changeRows(`update messages set status = ? where channel = 'email'`, status)
    const databaseAtFirst = app.ctx().db.$client.serialize()
    expect(codeAndSentence(() => resend('email', 'confirmed'))).toEqual([
      'conflict',
      'Diese Nachricht ist noch gar nicht hinausgegangen.',
    ])
    expect(databaseAtFirst.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('when no SMS provider is set up', async () => {
    const { app, resend } = await openWithConfirmed()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: '' })
    expect(codeAndSentence(() => resend('sms', 'confirmed'))).toEqual([
      'conflict',
      'Es ist kein SMS-Provider eingerichtet.',
    ])
  })

  it('as an SMS once the appointment has begun; an e-mail is', async () => {
    const { app, resend } = await openWithConfirmed()
    app.setClock('2027-01-12T08:30:00+01:00')
    expect(codeAndSentence(() => resend('sms', 'confirmed'))).toEqual([
      'conflict',
      'Der Termin hat schon begonnen: Diese Nachricht geht nicht mehr hinaus.',
    ])
    expect(resend('email', 'confirmed')).toBeUndefined()
  })

  it('when it belongs to another booking than the call names', async () => {
    const { app, idOf } = await openWithConfirmed()
    const other = await book(app, app.browser(), '2027-01-13T08:30:00+01:00')
    markAllSent(app)
    const attempt = () =>
      resendMessage(app.ctx(), {
        bookingId: other.json.id,
        channel: 'email',
        id: idOf('email', 'confirmed'),
      })
    expect(codeAndSentence(attempt)).toEqual(['not found', 'Diese Nachricht gibt es nicht.'])
  })
})
