import { describe, expect, it } from 'vitest'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { queueSms } from '../../messaging/outbox/queue.ts'
import { smsTransport } from '../../messaging/sms/transport.ts'
import { writeSettings } from '../../practice/settings.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book } from '../../testing/factory.ts'
import { queueMail } from '../../testing/queued-mail.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../../testing/simulators/faults.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** Opens an app with an SMS provider and one queued SMS. */
function openAppWithSms() {
  const app = openTestApp()
  const clicksend = openClicksendSimulator()
  const httpFetch = simulatedFetch({ [app.ctx().config.smsBaseUrls.clicksend]: clicksend })
  const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
  writeSettings(app.ctx(), 'clicksend', account)
  const booking = insertBooking(app.ctx().db, { status: 'confirmed' })
  queueSms(app.ctx(), {
    kind: 'confirmed',
    bookingId: booking.id,
    mobile: '0664 1234567',
    country: 'AT',
    text: 'Ihr Termin ist bestätigt.',
  })
  return {
    ...app,
    booking,
    deliver: () => deliverDue(app.ctx, smsTransport({ httpFetch, log: app.log }), app.log),
  }
}

describe('the list of e-mails', () => {
  it('has the newest e-mail first, with every field except the content', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    app.changeRows(`update messages set status = 'sent', attempts = 1, sent_at = due_at where id = 2`)
    const answer = await app.admin().get('/api/admin/outbox/emails')
    expect(answer.json.emails.map(({ kind }: { kind: string }) => kind)).toEqual([
      'new-reservation',
      'reservation-received',
      'email-verification',
    ])
    expect(answer.json.emails[1]).toEqual({
      id: 2,
      subject: 'Reservierung erhalten: Dienstag, 12. Jänner 2027, 08:30 Uhr',
      recipient: 'rosa@musterfrau.example',
      cc: null,
      bcc: null,
      status: 'sent',
      error: null,
      emptied: null,
      log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: '2027-01-07T13:40:00+01:00',
      kind: 'reservation-received',
      attempts: 1,
      due_at: '2027-01-07T13:40:00+01:00',
      sent_at: '2027-01-07T13:40:00+01:00',
      booking_id: json.id,
      booking_start: '2027-01-12T08:30:00+01:00',
      name: 'Rosa Musterfrau',
      phone: '+43 660 0000012',
      open: false,
      remedy: null,
      obstacle: null,
      settled: null,
    })
    expect(answer.json.emails.map((email: { booking_start: unknown }) => email.booking_start)).toEqual([
      '2027-01-12T08:30:00+01:00',
      '2027-01-12T08:30:00+01:00',
      null,
    ])
  })

  /** One e-mail more than fits on a page. */
  const MANY = 101

  /**
   * Queues e-mails with the ids 1 to MANY. `page` returns the number of e-mails on a page, the first and last
   * id, and whether there are older ones.
   */
  function openWithMany() {
    const app = openTestApp()
    for (let i = 0; i < MANY; i++) queueMail(app)
    const admin = app.admin()
    const page = async (query = '') => {
      const { emails, more } = (await admin.get(`/api/admin/outbox/emails${query}`)).json
      return { count: emails.length, first: emails[0]?.id, last: emails.at(-1)?.id, more }
    }
    return { app, page }
  }

  it('has a hundred entries per page by default, and says whether there are older ones', async () => {
    const { page } = openWithMany()
    expect(await page()).toEqual({ count: 100, first: 101, last: 2, more: true })
    expect(await page('?before=2')).toEqual({ count: 1, first: 1, last: 1, more: false })
    expect(await page('?limit=2&before=101')).toEqual({ count: 2, first: 100, last: 99, more: true })
    expect(await page('?limit=500')).toEqual({ count: 101, first: 101, last: 1, more: false })
    expect(await page('?before=1')).toEqual({ count: 0, more: false })
  })

  it('can be filtered by status, on each of its pages', async () => {
    const { app, page } = openWithMany()
    const muted = [99, 50, 1]
    app.changeRows(`update messages set status = 'suppressed' where id in (${muted.join()})`)
    expect(await page('?status=muted')).toEqual({ count: 3, first: 99, last: 1, more: false })
    expect(await page('?status=muted&limit=1&before=99')).toEqual({
      count: 1,
      first: 50,
      last: 50,
      more: true,
    })
    const counts = { queued: MANY - muted.length, sending: 0, sent: 0, failed: 0, unknown: 0 }
    for (const [status, count] of Object.entries(counts))
      expect(await page(`?status=${status}&limit=500`), status).toMatchObject({ count })
  })

  it('can be searched for words of subject and recipient', async () => {
    const { app, page } = openWithMany()
    app.changeRows(
      `update messages set subject = 'Für Ökonomie', recipient = 'irma@x.example' where id in (3, 70)`,
    )
    expect(await page('?search=okonomie%20IRMA')).toEqual({ count: 2, first: 70, last: 3, more: false })
    expect(await page('?search=irma&limit=1')).toEqual({ count: 1, first: 70, last: 70, more: true })
    expect(await page('?search=irma%20niemand')).toEqual({ count: 0, more: false })
  })

  it('finds the oldest of thousands without delaying other calls', async () => {
    const app = openTestApp()
    // The search reads READ_AT_ONCE of them at a time, and lets other calls run in between.
    for (let i = 0; i < 2100; i++) queueMail(app)
    app.changeRows(`update messages set recipient = 'irma@x.example' where id in (1, 1100)`)
    const admin = app.admin()
    const answeredPaths: string[] = []
    const getAndRecord = async (path: string) => {
      const { json } = await admin.get(`/api/admin/${path}`)
      answeredPaths.push(path)
      return json
    }
    const [{ emails, more }] = await Promise.all([
      getAndRecord('outbox/emails?search=irma'),
      getAndRecord('session'),
    ])
    expect([emails.map(({ id }: { id: number }) => id), more]).toEqual([[1100, 1], false])
    expect(answeredPaths).toEqual(['session', 'outbox/emails?search=irma'])
  })
})

describe.each(['emails', 'sms', 'odoo'])('the list of %s', (channel) => {
  it('is empty initially', async () => {
    const { json } = await openTestApp().admin().get(`/api/admin/outbox/${channel}`)
    expect(json).toEqual({ [channel]: [], more: false })
  })

  it.each([
    ['limit=501', { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' }],
    ['before=x', { before: 'Bitte die Nummer eines Eintrags angeben.' }],
    ['status=suppressed', { status: 'Diesen Status gibt es nicht.' }],
  ])('is refused for %s', async (query, fields) => {
    const { status, json } = await openTestApp().admin().get(`/api/admin/outbox/${channel}?${query}`)
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
  })
})

it('the list of SMS has every field, with the price in euros and null for what is not known yet', async () => {
  const app = openAppWithSms()
  const admin = app.admin()
  const readSms = async () => (await admin.get('/api/admin/outbox/sms?limit=100')).json.sms[0]
  const queued = {
    id: 1,
    recipient: '+436641234567',
    sender: null,
    text: 'Ihr Termin ist bestätigt.',
    send_status: null,
    status: 'queued',
    send_price: null,
    message_id: null,
    dlr_status: null,
    dlr_timestamp_iso: null,
    log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    error: null,
    emptied: null,
    provider: null,
    kind: 'confirmed',
    created_at: '2027-01-07T13:40:00+01:00',
    booking_id: app.booking.id,
    booking_start: '2027-01-12T08:30:00+01:00',
    name: 'Rosa Musterfrau',
    phone: '+43 664 1234567',
    open: false,
    remedy: null,
    obstacle: null,
    settled: null,
  }
  expect(await readSms()).toEqual(queued)
  await app.deliver()
  const sent = {
    ...queued,
    sender: 'Ordination',
    send_status: 'SUCCESS',
    status: 'sent',
    send_price: expect.closeTo(0.0726, 3),
    message_id: expect.any(String),
    provider: 'clicksend',
  }
  expect(await readSms()).toEqual(sent)
  app.changeRows(`update messages set delivery_status = 'delivered', delivered_at = ?`, Date.now())
  const report = { dlr_status: 'delivered', dlr_timestamp_iso: '2027-01-07T13:40:00+01:00' }
  expect(await readSms()).toEqual({ ...sent, ...report })
})
