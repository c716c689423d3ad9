import { describe, expect, it } from 'vitest'
import { bookingSubject } from '../access/audit.ts'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { book } from '../testing/factory.ts'
import { markAllSent, messagesOf, openWithConfirmed } from '../testing/sent-messages.ts'
import { openTestApp } from '../testing/test-app.ts'
import { listMessagesOfBooking } from './booking-messages.ts'

describe('a message that is sent again', () => {
  it.each([
    { channel: 'email', status: 'failed' },
    { channel: 'email', status: 'muted' },
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
    // The list is in the order of time, so the new message is its last.
    app.pass(1)
    expect(resend(channel, 'confirmed')).toBe('Umbau')
    expect(listMessagesOfBooking(app.ctx(), bookingId).at(-1)).toMatchObject({
      channel,
      status: 'muted',
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
