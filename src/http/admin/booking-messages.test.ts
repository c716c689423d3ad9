import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Opens an app with a requested booking. `message` is its first message, which `resend` sends again. */
async function openWithMessage() {
  const { app, admin, id } = await openRequestedApp()
  const [message] = (await admin.get(`/api/admin/bookings/${id}`)).json.messages
  return {
    app,
    message,
    markAsSent: () => app.changeRows(`update messages set status = 'sent' where channel = 'email'`),
    resend: () => admin.post(`/api/admin/bookings/${id}/messages/email/${message.id}/resend`),
  }
}

describe('resending a message', () => {
  it('queues the same e-mail again', async () => {
    const { app, message, markAsSent, resend } = await openWithMessage()
    markAsSent()
    const { status, json } = await resend()
    expect([status, json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
    const ofKind = `select id from messages where kind = '${message.kind}'`
    expect(app.rows(ofKind)).toHaveLength(2)
  })

  it('is refused while the message has not been sent', async () => {
    const { resend } = await openWithMessage()
    const { status, json } = await resend()
    expect([status, json]).toEqual([
      409,
      { error: 'conflict', message: 'Diese Nachricht ist noch gar nicht hinausgegangen.' },
    ])
  })

  it('says why the new message is suppressed', async () => {
    const { app, markAsSent, resend } = await openWithMessage()
    markAsSent()
    writeSettings(app.ctx(), 'general', { notify_muteEmail: true, notify_reason: 'Umbau' })
    const { json } = await resend()
    expect(json).toEqual({ message: 'Die Nachricht bleibt hier: Umbau' })
  })

  it.each([
    { message: 'with an unknown id', path: 'email/999', error: 'not found' },
    { message: 'on a channel without messages', path: 'sms/1', error: 'not found' },
    { message: 'with an id that is no number', path: 'email/one', error: 'not found' },
    { message: 'on an unknown channel', path: 'fax/1', error: 'unknown_path' },
  ])('is refused for one $message', async ({ path, error }) => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db)
    const { status, json } = await app.admin().post(`/api/admin/bookings/${id}/messages/${path}/resend`)
    expect([status, json.error]).toEqual([404, error])
  })
})
