import { describe, expect, it } from 'vitest'
import { queueSms } from '../../messaging/outbox/queue.ts'
import { writeSettings } from '../../practice/settings.ts'
import { ADMIN } from '../../testing/admins.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { queueEmailToRosa } from '../../testing/queued-mail.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Opens the app with two messages that have failed: the e-mail 1 and the SMS 2. */
function openWithFailures() {
  const app = openTestApp()
  queueEmailToRosa(app)
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
  const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed' })
  queueSms(app.ctx(), {
    kind: 'confirmed',
    bookingId,
    mobile: '0664 1234567',
    country: 'AT',
    text: 'Text',
  })
  app.changeRows(`update messages set status = 'failed'`)
  return app
}

describe('retrying a message', () => {
  it.each([
    { channel: 'emails', id: 1, subject: 'E-Mail 1' },
    { channel: 'sms', id: 2, subject: 'SMS 2' },
  ])('queues a failed message of $channel again once, and is recorded', async ({ channel, id, subject }) => {
    const app = openWithFailures()
    const admin = app.admin()
    const retry = () => admin.post(`/api/admin/outbox/${channel}/${id}/retry`)

    const queued = await retry()
    expect([queued.status, queued.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])

    const repeated = await retry()
    const message = 'Diese Nachricht wartet bereits auf den Versand.'
    expect([repeated.status, repeated.json]).toEqual([409, { error: 'conflict', message }])

    expect(app.rows(`select id from messages where status = 'queued'`)).toEqual([{ id }])
    expect(app.rows('select actor, actor_name, action, subject from audit')).toEqual([
      { actor: 'admin', actor_name: ADMIN, action: 'message-resent', subject },
    ])
  })

  it('is refused for messages that do not exist', async () => {
    const app = openTestApp()
    queueEmailToRosa(app)
    const admin = app.admin()
    const unknown = { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }
    for (const path of ['emails/7', 'sms/1', 'emails/1.0', 'sms/x']) {
      const { status, json } = await admin.post(`/api/admin/outbox/${path}/retry`)
      expect([status, json]).toEqual([404, unknown])
    }
  })

  it('is refused for unknown lists and methods', async () => {
    const admin = openTestApp().admin()
    expect((await admin.post('/api/admin/outbox/faxes/1/retry')).json.error).toBe('unknown_path')
    expect((await admin.get('/api/admin/outbox/sms/1/retry')).json.error).toBe('unknown_path')
  })
})
