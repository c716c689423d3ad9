import { describe, expect, it } from 'vitest'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { queueEmail, queueSms } from '../../messaging/outbox/queue.ts'
import { smsTransport } from '../../messaging/sms/transport.ts'
import { writeSettings } from '../../practice/settings.ts'
import { PALETTE } from '../../shared/palette.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book, lastCode, lastMail, lastToken } from '../../testing/factory.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../../testing/simulators/faults.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const queueMail = (app: TestApp, kind: 'confirmed' | 'email-verification' = 'confirmed') =>
  queueEmail(app.ctx(), {
    kind,
    recipient: 'rosa@musterfrau.example',
    subject: `Betreff ${kind}`,
    text: 'Text',
    html: '<p>Text</p>',
  })

/** An app with an SMS provider and one queued SMS. */
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
  it('has every field of an e-mail but its content, the newest first', async () => {
    const app = openTestApp()
    const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    app.change(`update messages set status = 'sent', attempts = 1, sent_at = due_at where id = 2`)
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

  it('has a hundred entries by default, and tells when there are older ones', async () => {
    const app = openTestApp()
    for (let i = 0; i < 101; i++) queueMail(app)
    const admin = app.admin()
    const page = async (query = '') => {
      const { emails, more } = (await admin.get(`/api/admin/outbox/emails${query}`)).json
      return [emails.length, emails[0]?.id, emails.at(-1)?.id, more]
    }
    expect(await page()).toEqual([100, 101, 2, true])
    expect(await page('?before=2')).toEqual([1, 1, 1, false])
    expect(await page('?limit=2&before=101')).toEqual([2, 100, 99, true])
    expect(await page('?limit=500')).toEqual([101, 101, 1, false])
    expect(await page('?before=1')).toEqual([0, undefined, undefined, false])
    app.change(`update messages set status = 'suppressed' where id in (1, 50, 99)`)
    expect(await page('?status=muted')).toEqual([3, 99, 1, false])
    expect(await page('?status=muted&limit=1&before=99')).toEqual([1, 50, 50, true])
    for (const status of ['queued', 'sending', 'sent', 'failed', 'unknown'])
      expect([status, (await page(`?status=${status}`))[0]]).toEqual([status, status === 'queued' ? 98 : 0])
    app.change(
      `update messages set subject = 'Für Ökonomie', recipient = 'irma@x.example' where id in (3, 70)`,
    )
    expect(await page('?search=okonomie%20IRMA')).toEqual([2, 70, 3, false])
    expect(await page('?search=irma&limit=1')).toEqual([1, 70, 70, true])
    expect(await page('?search=irma%20niemand')).toEqual([0, undefined, undefined, false])
  })

  it('finds the oldest of thousands, and keeps nobody waiting meanwhile', async () => {
    const app = openTestApp()
    for (let i = 0; i < 2100; i++) queueMail(app)
    app.change(`update messages set recipient = 'irma@x.example' where id in (1, 1100)`)
    const admin = app.admin()
    const answered: string[] = []
    const get = async (path: string) => {
      const { json } = await admin.get(`/api/admin/${path}`)
      answered.push(path)
      return json
    }
    const [{ emails, more }] = await Promise.all([get('outbox/emails?search=irma'), get('session')])
    expect([emails.map(({ id }: { id: number }) => id), more]).toEqual([[1100, 1], false])
    expect(answered).toEqual(['session', 'outbox/emails?search=irma'])
  })

  it('is empty at first, and refused for a wrong limit, as the other lists are', async () => {
    const admin = openTestApp().admin()
    const fields = { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' }
    for (const channel of ['emails', 'sms', 'odoo']) {
      expect((await admin.get(`/api/admin/outbox/${channel}`)).json).toEqual({ [channel]: [], more: false })
      const wrong = await admin.get(`/api/admin/outbox/${channel}?limit=501`)
      expect([wrong.status, wrong.json.error, wrong.json.fields]).toEqual([400, 'invalid', fields])
      const { json } = await admin.get(`/api/admin/outbox/${channel}?before=x`)
      expect(json.fields).toEqual({ before: 'Bitte die Nummer eines Eintrags angeben.' })
      expect((await admin.get(`/api/admin/outbox/${channel}?status=suppressed`)).json.fields).toEqual({
        status: 'Diesen Status gibt es nicht.',
      })
    }
  })
})

it('the list of SMS has every field of an SMS, the price in euros, and null for what is not known yet', async () => {
  const app = openAppWithSms()
  const admin = app.admin()
  const read = async () => (await admin.get('/api/admin/outbox/sms?limit=100')).json.sms[0]
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
  expect(await read()).toEqual(queued)
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
  expect(await read()).toEqual(sent)
  const delivered = `update messages set delivery_status = 'delivered', delivered_at = ? returning id`
  app.rows(delivered, Date.now())
  const report = { dlr_status: 'delivered', dlr_timestamp_iso: '2027-01-07T13:40:00+01:00' }
  expect(await read()).toEqual({ ...sent, ...report })
})

describe('the preview', () => {
  it('is the e-mail as it was queued', async () => {
    const app = openTestApp()
    await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    const [stored] = app.rows<{ subject: string; html: string }>(
      `select * from messages where channel = 'email' and id = 2`,
    )
    const { status, json } = await app.admin().get('/api/admin/outbox/emails/2/preview')
    expect([status, json]).toEqual([
      200,
      {
        subject: stored?.subject,
        html: stored?.html,
        url: expect.stringMatching(/^\/api\/email-previews\/2\//),
      },
    ])
    expect(json.html).toContain('Guten Tag Frau Musterfrau!')
  })

  it('of an e-mail verification hides them also behind words of the practice that look alike', async () => {
    const app = openTestApp()
    const email_opening = 'Unser Weg: https://praxis.example/?token=plan\nTelefon: 512345'
    await app.admin().put('/api/admin/texts/email-verification', { email_opening })
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { json } = await app.admin().get('/api/admin/outbox/emails/1/preview')
    const [, token = '', code = ''] = /token=([\w-]{32})[\s\S]*: (\d{6})$/m.exec(lastMail(app).text) ?? []
    expect([token.length, code.length]).toEqual([32, 6])
    expect(json.html).toContain('Unser Weg')
    expect(json.html).not.toContain(token)
    expect(json.html).not.toContain(code)
  })

  it('of an e-mail verification hides link and code, and says so', async () => {
    const app = openTestApp()
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { json } = await app.admin().get('/api/admin/outbox/emails/1/preview')
    expect(lastMail(app).subject).toBe(`${lastCode(app)} ist Ihr Code`)
    expect(json.subject).toBe('•••••• ist Ihr Code')
    const list = await app.admin().get('/api/admin/outbox/emails')
    expect(list.json.emails[0].subject).toBe('•••••• ist Ihr Code')
    expect(json.html).not.toContain(lastCode(app))
    expect(json.html).not.toContain(lastToken(app))
    expect(json.html).not.toContain('/email/verify')
    expect(json.html).toContain('E-Mail bestätigen')
    expect(json.html).toContain('Ihr Code: ••••••.')
    expect(json.html).toMatch(
      /<body[^>]*><p [^>]*>Link und Code sind in dieser Vorschau unkenntlich gemacht\. Sie gelten nur für die Person, an die diese E-Mail ging\.<\/p>/,
    )
    // The practice's number and colours look like codes, but stay.
    expect(json.html).toContain('+43 5572 000000')
    expect(json.html).toContain(PALETTE.background.dark)
  })

  it('of an e-mail verification is empty when link and code are not found in it', async () => {
    const app = openTestApp()
    queueMail(app, 'email-verification')
    const { json } = await app.admin().get('/api/admin/outbox/emails/1/preview')
    expect(json).toEqual({ subject: 'Betreff email-verification', html: '', url: null })
  })

  it('of a mail that is not there is refused', async () => {
    const app = openTestApp()
    queueMail(app)
    const admin = app.admin()
    for (const id of ['99', '0', '123456789012345', '9'.repeat(40), 'abc', '-1', '1.0', '1e0']) {
      const { status, json } = await admin.get(`/api/admin/outbox/emails/${id}/preview`)
      expect([status, json]).toEqual([404, { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }])
    }
  })
})

describe('retrying', () => {
  it.each([
    ['emails', 'E-Mail 1'],
    ['sms', 'SMS 2'],
  ])('queues a failed message of the %s again, once, and is in the audit', async (channel, subject) => {
    const app = openTestApp()
    queueMail(app)
    writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordi' })
    const { id: bookingId } = insertBooking(app.ctx().db, { status: 'confirmed' })
    const sms = { mobile: '0664 1234567', country: 'AT', text: 'Text' }
    queueSms(app.ctx(), { kind: 'confirmed', bookingId, ...sms })
    app.change(`update messages set status = 'failed'`)
    const admin = app.admin()
    const id = subject.at(-1)
    const retry = () => admin.post(`/api/admin/outbox/${channel}/${id}/retry`)
    const first = await retry()
    expect([first.status, first.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
    const second = await retry()
    expect([second.status, second.json]).toEqual([
      409,
      { error: 'conflict', message: 'Diese Nachricht wartet bereits auf den Versand.' },
    ])
    expect(app.rows(`select id from messages where status = 'queued'`)).toEqual([{ id: Number(id) }])
    expect(app.rows('select actor, actor_name, action, subject from audit')).toEqual([
      { actor: 'admin', actor_name: 'assistenz@ordination.example', action: 'message-resent', subject },
    ])
  })

  it('is refused for what is not there', async () => {
    const app = openTestApp()
    queueMail(app)
    const admin = app.admin()
    const unknown = { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }
    for (const path of ['emails/7', 'sms/1', 'emails/1.0', 'sms/x']) {
      const { status, json } = await admin.post(`/api/admin/outbox/${path}/retry`)
      expect([status, json]).toEqual([404, unknown])
    }
    expect((await admin.post('/api/admin/outbox/faxes/1/retry')).json.error).toBe('unknown_path')
    expect((await admin.get('/api/admin/outbox/sms/1/retry')).json.error).toBe('unknown_path')
  })
})

it('banner, navigation, page and metrics count the same failures, until each is settled', async () => {
  const app = openTestApp()
  const admin = app.admin()
  const ahead = insertBooking(app.ctx().db, { status: 'confirmed' })
  const over = insertBooking(app.ctx().db, { startsAt: 1, endsAt: 2 })
  for (const bookingId of [ahead.id, ahead.id, over.id])
    queueEmail(app.ctx(), {
      ...{ kind: 'confirmed', recipient: 'rosa@musterfrau.example', bookingId },
      ...EMPTY,
    })
  app.change(`update messages set status = 'failed'`)
  const count = async () => {
    const { message, reasons, counts } = (await admin.get('/api/admin/status')).json
    const { emails } = (await admin.get('/api/admin/outbox/emails?open=1')).json
    const metrics = (await app.browser('127.0.0.1').get('/metrics')).text
    const [, undelivered] =
      /ordi_outbox_undelivered\{channel="email",status="failed"\} (\d+)/.exec(metrics) ?? []
    return { message, reasons, counted: [counts.failed, emails.length, Number(undelivered)] }
  }
  const message = '2 E-Mails konnten nicht gesendet werden.'
  expect(await count()).toEqual({
    message,
    reasons: [{ message, href: '/admin/outbox?open=1' }],
    counted: [2, 2, 2],
  })
  const settled = await admin.post('/api/admin/outbox/emails/1/settle')
  expect([settled.status, settled.json]).toEqual([200, { message: 'Als erledigt vermerkt.' }])
  expect((await count()).counted).toEqual([1, 1, 1])
  expect((await admin.get('/api/admin/outbox/emails')).json.emails[2].settled).toEqual({
    at: '2027-01-07T13:40:00+01:00',
    by: 'assistenz@ordination.example',
  })
  expect((await admin.post('/api/admin/outbox/emails/1/reopen')).status).toBe(200)
  expect((await count()).counted).toEqual([2, 2, 2])
  expect((await admin.get('/api/admin/outbox/emails?open=0')).json.fields).toEqual({
    open: 'Bitte 1 angeben, oder nichts.',
  })
})

const EMPTY = { subject: '', text: '', html: '' }

describe('an invitation in the outbox', () => {
  const EVE = { email: 'eve@ordination.example', name: 'Eve Neuling', role: 'technik' }

  async function invited() {
    const app = openTestApp({ config: { smtpUrl: 'smtp://mail.example' } })
    expect((await app.admin().post('/api/admin/people', EVE)).status).toBe(201)
    app.change(`update messages set status = 'failed', error = '550 5.1.1 <eve@ordination.example> unknown'`)
    // The notice to the doctors has tests of its own.
    app.change(`delete from messages where kind <> 'invitation'`)
    return app
  }

  it('shows the doctor to whom it went', async () => {
    const { emails } = (await (await invited()).admin().get('/api/admin/outbox/emails')).json
    expect(emails).toMatchObject([{ kind: 'invitation', recipient: EVE.email }])
  })

  it('shows an assistant neither address nor content, also in no search', async () => {
    const app = await invited()
    const assistant = app.admin('gerda@ordination.example', 'assistant')
    const answer = await assistant.get('/api/admin/outbox/emails')
    expect(answer.json.emails).toMatchObject([{ kind: 'invitation', recipient: '', status: 'failed' }])
    expect(answer.text).not.toMatch(/eve/i)
    expect((await assistant.get('/api/admin/outbox/emails?search=eve')).json.emails).toEqual([])
    const [{ id }] = answer.json.emails
    const preview = await assistant.get(`/api/admin/outbox/emails/${id}/preview`)
    expect([preview.status, preview.json.error]).toEqual([403, 'forbidden'])
    expect((await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)).status).toBe(200)
  })
})
