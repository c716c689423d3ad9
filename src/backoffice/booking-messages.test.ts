import { describe, expect, it } from 'vitest'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { writeSettings } from '../practice/settings.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'
import { book } from '../testing/factory.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { listMessages, resendMessage } from './booking-messages.ts'

/** Opens a practice with a confirmed booking, all of whose messages have gone out. */
async function openWithConfirmed() {
  const app = openTestApp()
  const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
  decideBooking(app.ctx(), json.id, { decision: 'confirm', message: 'Bitte nüchtern kommen.' })
  markAllSent(app)
  return { app, id: json.id as string }
}

/** Makes every message look sent. */
function markAllSent(app: TestApp): void {
  app.change(`update messages set status = 'sent', sent_at = 1, attempts = 1, provider_message_id = 'm'`)
}

/** Returns the id of the first message of this kind about a booking. */
const idOf = (app: TestApp, bookingId: string, channel: Channel, kind: string) =>
  listMessages(app.ctx(), bookingId).find((row) => row.channel === channel && row.kind === kind)?.id ?? 0

/** Sends the first message of this kind again. @returns why it is suppressed; undefined when it is queued */
function resend(app: TestApp, bookingId: string, channel: Channel, kind: string) {
  const ctx = {
    ...app.ctx(),
    actor: { kind: 'admin', id: 1, email: 'assistenz@ordination.example' } as const,
  }
  return resendMessage(ctx, { bookingId, channel, id: idOf(app, bookingId, channel, kind) })
}

/** Returns the code and the sentence of the refusal; undefined when the call succeeds. */
function codeAndSentenceOf(call: () => unknown) {
  const problem = refusalOf(call)
  return problem && [problem.code, problem.message]
}

const STALE = 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.'

describe('a message that is sent again', () => {
  it.each([
    { channel: 'email', status: 'failed' },
    { channel: 'email', status: 'suppressed' },
    { channel: 'sms', status: 'failed' },
    { channel: 'sms', status: 'unknown' },
  ] as const)('keeps its row if it had stopped: $channel, $status', async ({ channel, status }) => {
    const { app, id } = await openWithConfirmed()
    const row = idOf(app, id, channel, 'confirmed')
    app.change(`update messages set status = ?, error = 'Grund' where id = ?`, status, row)
    expect(resend(app, id, channel, 'confirmed')).toBeUndefined()
    expect(
      app.rows('select id, status, error from messages where channel = ? and kind = ?', channel, 'confirmed'),
    ).toEqual([{ id: row, status: 'queued', error: null }])
  })

  it.each(['email', 'sms'] as const)(
    'becomes a new row with the same content, and is recorded: %s',
    async (channel) => {
      const { app, id } = await openWithConfirmed()
      app.pass(60_000)
      expect(resend(app, id, channel, 'confirmed')).toBeUndefined()
      const [first, second, ...others] = app.rows<Record<string, unknown>>(
        `select * from messages where channel = ? and kind = 'confirmed' order by id`,
        channel,
      )
      expect(others).toEqual([])
      const same = ['kind', 'booking_id', 'recipient', 'subject', 'text', 'html', 'calendar']
      for (const column of same) expect([column, second?.[column]]).toEqual([column, first?.[column]])
      expect(second).toMatchObject({
        status: 'queued',
        attempts: 0,
        sent_at: null,
        provider_message_id: null,
        created_at: app.ctx().now,
      })
      expect(second?.log_uuid).not.toBe(first?.log_uuid)
      if (channel === 'email') expect(second?.message_id).not.toBe(first?.message_id)
      expect(app.rows('select action, subject from audit')).toEqual([
        { action: 'message-resent', subject: `${id.slice(0, 6)}…` },
      ])
    },
  )

  it.each([
    { channel: 'email', setting: 'notify_off' },
    { channel: 'email', setting: 'notify_muteEmail' },
    { channel: 'sms', setting: 'notify_off' },
    { channel: 'sms', setting: 'notify_muteSms' },
  ] as const)('is suppressed while $setting switches off $channel', async ({ channel, setting }) => {
    const { app, id } = await openWithConfirmed()
    writeSettings(app.ctx(), 'general', { [setting]: true, notify_reason: 'Umbau' })
    app.pass(1)
    expect(resend(app, id, channel, 'confirmed')).toBe('Umbau')
    expect(listMessages(app.ctx(), id).at(-1)).toMatchObject({
      channel,
      status: 'suppressed',
      error: 'Umbau',
    })
  })

  it('is suppressed if it is for the practice, whose e-mails are off', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    markAllSent(app)
    writeSettings(app.ctx(), 'general', { SEND_ADMIN_EMAIL: false })
    expect(resend(app, json.id, 'email', 'reservation-received')).toBeUndefined()
    expect(resend(app, json.id, 'email', 'new-reservation')).toBe(
      'E-Mails an die Ordination sind abgeschaltet.',
    )
  })

  it('is queued while only the other channel is off', async () => {
    const { app, id } = await openWithConfirmed()
    writeSettings(app.ctx(), 'general', { notify_muteSms: true })
    expect(resend(app, id, 'email', 'confirmed')).toBeUndefined()
  })
})

describe('a message is not sent again', () => {
  it.each(['reservation-received', 'new-reservation'])(
    'when the request that it is about was decided: %s',
    async (kind) => {
      const { app, id } = await openWithConfirmed()
      expect(codeAndSentenceOf(() => resend(app, id, 'email', kind))).toEqual(['conflict', STALE])
    },
  )

  it.each(['email', 'sms'] as const)('when the appointment was cancelled after it: %s', async (channel) => {
    const { app, id } = await openWithConfirmed()
    cancelByStaff(app.ctx(), id, '')
    markAllSent(app)
    expect(codeAndSentenceOf(() => resend(app, id, channel, 'confirmed'))).toEqual(['conflict', STALE])
    expect(resend(app, id, 'email', 'cancelled')).toBeUndefined()
  })

  it.each(['queued', 'sending'])('while the first is %s', async (status) => {
    const { app, id } = await openWithConfirmed()
    app.change(`update messages set status = ? where channel = 'email'`, status)
    const before = app.ctx().db.$client.serialize()
    expect(codeAndSentenceOf(() => resend(app, id, 'email', 'confirmed'))).toEqual([
      'conflict',
      'Diese Nachricht ist noch gar nicht hinausgegangen.',
    ])
    expect(before.equals(app.ctx().db.$client.serialize())).toBe(true)
  })

  it('when no SMS provider is set up', async () => {
    const { app, id } = await openWithConfirmed()
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: '' })
    expect(codeAndSentenceOf(() => resend(app, id, 'sms', 'confirmed'))).toEqual([
      'conflict',
      'Es ist kein SMS-Provider eingerichtet.',
    ])
  })

  it('as an SMS once the appointment has begun; an e-mail is', async () => {
    const { app, id } = await openWithConfirmed()
    app.at('2027-01-12T08:30:00+01:00')
    expect(codeAndSentenceOf(() => resend(app, id, 'sms', 'confirmed'))).toEqual([
      'conflict',
      'Der Termin hat schon begonnen: Diese Nachricht geht nicht mehr hinaus.',
    ])
    expect(resend(app, id, 'email', 'confirmed')).toBeUndefined()
  })

  it('when it belongs to another booking', async () => {
    const { app, id } = await openWithConfirmed()
    const other = await book(app, app.browser(), '2027-01-13T08:30:00+01:00')
    markAllSent(app)
    const attempt = () =>
      resendMessage(app.ctx(), {
        bookingId: other.json.id,
        channel: 'email',
        id: idOf(app, id, 'email', 'confirmed'),
      })
    expect(codeAndSentenceOf(attempt)).toEqual(['not found', 'Diese Nachricht gibt es nicht.'])
  })
})
