import { describe, expect, it } from 'vitest'
import type { EmailMessage, MailResult } from '../../messaging/email/smtp.ts'
import { emailTransport } from '../../messaging/email/transport.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { queueEmail, queueSms } from '../../messaging/outbox/queue.ts'
import { smsTransport } from '../../messaging/sms/transport.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import type { KindOn } from '../../shared/message-kinds.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book, lastCode, lastToken } from '../../testing/factory.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { askSimulators } from '../../testing/simulators/faults.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

/** An app with a mail server that answers `answer.next`. */
function openMailApp() {
  const posted: EmailMessage[] = []
  const answer = { next: { ok: true } as MailResult }
  const send = async (message: EmailMessage) => {
    posted.push(message)
    return answer.next
  }
  const app = openTestApp()
  const deliver = () => deliverDue(app.ctx, emailTransport({ mail: { send }, log: app.log }), app.log)
  return { ...app, posted, answer, deliver }
}

const queueMail = (
  app: TestApp,
  kind: KindOn<'email'> = 'confirmed',
  more: { suppressed?: string; bookingId?: string } = {},
) =>
  queueEmail(app.ctx(), {
    kind,
    recipient: 'rosa@musterfrau.example',
    subject: `Betreff ${kind}`,
    text: 'Text',
    html: '<p>Text</p>',
    ...more,
  })

/** An app with an SMS provider and one queued SMS. */
function openAppWithSms(mobile = '0664 1234567', suppressed?: string) {
  const app = openTestApp()
  const clicksend = openClicksendSimulator()
  const ask = askSimulators({ [app.ctx().config.clicksendBaseUrl]: clicksend })
  const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
  writeSettings(app.ctx(), 'clicksend', account)
  const booking = insertBooking(app.ctx().db, { status: 'confirmed' })
  queueSms(app.ctx(), {
    kind: 'confirmed',
    bookingId: booking.id,
    mobile,
    country: 'AT',
    text: 'Ihr Termin ist bestätigt.',
    ...(suppressed === undefined ? {} : { suppressed }),
  })
  const row = () =>
    app.rows<{ status: string; attempts: number; error: string | null }>(
      `select * from messages where channel = 'sms'`,
    )[0]
  return {
    ...app,
    booking,
    clicksend,
    row,
    deliver: () => deliverDue(app.ctx, smsTransport({ ask, log: app.log }), app.log),
  }
}

const set = (app: TestApp, status: string, more = '') =>
  app.rows(`update messages set status = ? ${more} returning id`, status)

const retry = (app: TestApp, channel: 'emails' | 'sms', id: number | string = 1) =>
  app.admin().post(`/api/admin/outbox/${channel}/${id}/retry`)

describe('the list of e-mails', () => {
  it('has every field of an e-mail but its content', async () => {
    const app = openMailApp()
    const { json } = await book(app, app.browser(), '2027-01-12T08:30:00+01:00')
    await app.deliver()
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
      log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: '2027-01-07T13:40:00+01:00',
      kind: 'reservation-received',
      attempts: 1,
      due_at: expect.stringMatching(/^2027-01-07T13:4/),
      sent_at: '2027-01-07T13:40:00+01:00',
      booking_id: json.id,
    })
  })

  it('is empty at first', async () => {
    const admin = openTestApp().admin()
    expect((await admin.get('/api/admin/outbox/emails')).json).toEqual({ emails: [] })
    expect((await admin.get('/api/admin/outbox/sms')).json).toEqual({ sms: [] })
  })

  it('has the newest first, by default a hundred', async () => {
    const app = openTestApp()
    for (let i = 0; i < 101; i++) queueMail(app)
    const admin = app.admin()
    const ids = async (query: string) =>
      (await admin.get(`/api/admin/outbox/emails${query}`)).json.emails.map(({ id }: { id: number }) => id)
    expect(await ids('')).toEqual(Array.from({ length: 100 }, (_, i) => 101 - i))
    expect(await ids('?limit=2')).toEqual([101, 100])
    expect(await ids('?limit=500')).toHaveLength(101)
  })

  it.each(['0', '501', '-1', '1.5', 'alle', ''])('refuses a limit of %o', async (limit) => {
    const admin = openTestApp().admin()
    for (const channel of ['emails', 'sms']) {
      const { status, json } = await admin.get(`/api/admin/outbox/${channel}?limit=${limit}`)
      expect([status, json.error, json.fields]).toEqual([
        400,
        'invalid',
        { limit: 'Bitte eine Zahl von 1 bis 500 angeben.' },
      ])
    }
  })
})

describe('the list of SMS', () => {
  it('has every field of an SMS, the price in euros', async () => {
    const app = openAppWithSms()
    await app.deliver()
    const answer = await app.admin().get('/api/admin/outbox/sms?limit=100')
    expect(answer.json).toEqual({
      sms: [
        {
          id: 1,
          recipient: '+436641234567',
          sender: 'Ordination',
          text: 'Ihr Termin ist bestätigt.',
          send_status: 'SUCCESS',
          status: 'sent',
          send_price: expect.closeTo(0.0726, 3),
          message_id: expect.any(String),
          dlr_status: null,
          dlr_timestamp_iso: null,
          log_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
          error: null,
          provider: 'clicksend',
          kind: 'confirmed',
          created_at: '2027-01-07T13:40:00+01:00',
          booking_id: app.booking.id,
        },
      ],
    })
    app.rows(
      `update messages set delivery_status = 'delivered', delivered_at = ? where channel = 'sms' returning id`,
      Date.now(),
    )
    const [sms] = (await app.admin().get('/api/admin/outbox/sms')).json.sms
    expect([sms.dlr_status, sms.dlr_timestamp_iso]).toEqual(['delivered', '2027-01-07T13:40:00+01:00'])
  })

  it('has null for what is not known yet', async () => {
    const [sms] = (await openAppWithSms().admin().get('/api/admin/outbox/sms')).json.sms
    expect(sms).toMatchObject({ status: 'queued', send_status: null, send_price: null, message_id: null })
  })
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
      { subject: stored?.subject, html: stored?.html, url: expect.stringMatching(/^\/api\/letters\/2\//) },
    ])
    expect(json.html).toContain('Guten Tag Frau Musterfrau!')
  })

  it('of an e-mail verification hides link and code, and says so', async () => {
    const app = openTestApp()
    await app.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { json } = await app.admin().get('/api/admin/outbox/emails/1/preview')
    expect(json.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse')
    expect(json.html).not.toContain(lastCode(app))
    expect(json.html).not.toContain(lastToken(app))
    expect(json.html).not.toContain('/email/verify')
    expect(json.html).toContain('E-Mail bestätigen')
    expect(json.html).toContain('Ihr Code: ••••••.')
    expect(json.html).toMatch(
      /<body[^>]*><p [^>]*>Link und Code sind in dieser Vorschau unkenntlich gemacht\. Sie gelten nur für die Person, an die diese E-Mail ging\.<\/p>/,
    )
    // What looks like a code and is none stays: the practice's number, and colours.
    expect(json.html).toContain('+43 5572 000000')
    expect(json.html).toContain('#131916')
  })

  it('of an e-mail verification is empty when link and code are not found in it', async () => {
    const app = openTestApp()
    queueMail(app, 'email-verification')
    const { json } = await app.admin().get('/api/admin/outbox/emails/1/preview')
    expect(json).toEqual({ subject: 'Betreff email-verification', html: '', url: null })
  })

  it.each(['99', '0', '123456789012345', '9'.repeat(40), 'abc', '-1', '1.0', '1e0'])(
    'of a mail that is not there (%s) is refused',
    async (id) => {
      const app = openTestApp()
      queueMail(app)
      const { status, json } = await app.admin().get(`/api/admin/outbox/emails/${id}/preview`)
      expect([status, json]).toEqual([404, { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }])
    },
  )
})

describe('retrying an e-mail', () => {
  it.each(['failed', 'suppressed'])(
    'puts one that was %s into the queue, due now, as the same message',
    async (status) => {
      const app = openMailApp()
      queueMail(app)
      set(app, status, `, error = 'Grund', attempts = 6, due_at = 1`)
      const [before] = app.rows(
        `select message_id, log_uuid, created_at from messages where channel = 'email'`,
      )
      app.pass(HOUR)
      const answer = await retry(app, 'emails')
      expect([answer.status, answer.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
      expect(app.rows(`select * from messages where channel = 'email'`)).toMatchObject([
        { ...before, status: 'queued', error: null, attempts: 0, due_at: Date.now() },
      ])
      await app.deliver()
      expect(app.posted).toMatchObject([{ messageId: before?.message_id }])
      expect(app.rows(`select status, attempts from messages where channel = 'email'`)).toEqual([
        { status: 'sent', attempts: 1 },
      ])
      expect(app.rows('select actor, actor_name, action, subject from audit')).toEqual([
        {
          actor: 'admin',
          actor_name: 'assistenz@ordination.example',
          action: 'message-resent',
          subject: 'E-Mail 1',
        },
      ])
    },
  )

  it.each([
    ['queued', 'Diese Nachricht wartet bereits auf den Versand.'],
    ['sending', 'Diese Nachricht wird gerade gesendet.'],
    ['sent', 'Diese Nachricht wurde bereits gesendet.'],
  ])('is refused while it is %s, and nothing changes', async (status, sentence) => {
    const app = openTestApp()
    queueMail(app)
    set(app, status)
    const before = app.rows(`select * from messages where channel = 'email'`)
    app.pass(MINUTE)
    const answer = await retry(app, 'emails')
    expect([answer.status, answer.json]).toEqual([409, { error: 'conflict', message: sentence }])
    expect([
      app.rows(`select * from messages where channel = 'email'`),
      app.rows('select * from audit'),
    ]).toEqual([before, []])
  })

  it('twice at once succeeds once', async () => {
    const app = openTestApp()
    queueMail(app, 'confirmed', { suppressed: 'Urlaub' })
    expect((await retry(app, 'emails')).status).toBe(200)
    expect((await retry(app, 'emails')).status).toBe(409)
    expect(app.rows('select * from audit')).toHaveLength(1)
  })

  it('is suppressed again for an e-mail verification whose code has expired', async () => {
    const app = openMailApp()
    queueMail(app, 'email-verification')
    set(app, 'failed')
    app.pass(29 * MINUTE)
    await retry(app, 'emails')
    app.answer.next = { ok: false, kind: 'permanent', detail: 'no such mailbox' }
    await app.deliver()
    expect(app.rows(`select status, error from messages where channel = 'email'`)).toEqual([
      { status: 'failed', error: 'no such mailbox' },
    ])
    app.pass(MINUTE)
    await retry(app, 'emails')
    await app.deliver()
    expect(app.posted).toHaveLength(1)
    expect(app.rows(`select status, error from messages where channel = 'email'`)).toEqual([
      { status: 'suppressed', error: 'Nicht mehr gesendet: Link und Code sind abgelaufen.' },
    ])
  })
})

describe('retrying an SMS', () => {
  it.each(['failed', 'suppressed', 'unknown'])(
    'puts one that was %s into the queue, due now',
    async (status) => {
      const app = openAppWithSms()
      set(app, status, `, error = 'Grund', attempts = 6, due_at = 1, send_status = 'unknown'`)
      app.pass(HOUR)
      const answer = await retry(app, 'sms')
      expect([answer.status, answer.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
      expect(app.row()).toMatchObject({
        status: 'queued',
        error: null,
        attempts: 0,
        due_at: Date.now(),
        send_status: status === 'unknown' ? 'unknown' : null,
      })
      await app.deliver()
      expect(app.row()).toMatchObject({ status: 'sent', attempts: 1, send_status: 'SUCCESS' })
      expect(app.clicksend.taken).toHaveLength(1)
      expect(app.rows('select action, subject from audit')).toEqual([
        { action: 'message-resent', subject: 'SMS 1' },
      ])
    },
  )

  it('of unknown outcome makes it sent when the provider reports a repetition', async () => {
    const app = openAppWithSms()
    app.clicksend.faults.expect('reset')
    await app.deliver()
    expect(app.row()?.status).toBe('unknown')
    await retry(app, 'sms')
    app.clicksend.faults.expect('THROTTLED')
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'sent', error: null })
  })

  it.each([
    ['queued', 'Diese Nachricht wartet bereits auf den Versand.'],
    ['sending', 'Diese Nachricht wird gerade gesendet.'],
    ['sent', 'Diese Nachricht wurde bereits gesendet.'],
  ])('is refused while it is %s', async (status, sentence) => {
    const app = openAppWithSms()
    set(app, status)
    const answer = await retry(app, 'sms')
    expect([answer.status, answer.json]).toEqual([409, { error: 'conflict', message: sentence }])
  })

  it.each([
    ['a landline', '05572 12345', undefined],
    ['a landline while messages were muted anyway', '05572 12345', 'Urlaubswoche'],
    ['a landline in international form', '+43557212345', undefined],
    ['no number at all', '12', undefined],
  ])('is refused for a number that cannot get SMS: %s', async (_, mobile, muted) => {
    const app = openAppWithSms(mobile, muted)
    expect(app.row()?.status).toBe('suppressed')
    const answer = await retry(app, 'sms')
    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'conflict', message: 'Diese Nummer kann keine SMS empfangen.' },
    ])
    expect(app.row()?.status).toBe('suppressed')
  })

  it('is refused while no provider is set up', async () => {
    const app = openAppWithSms()
    set(app, 'failed')
    writeSettings(app.ctx(), 'clicksend', { CLICKSEND_PWD: '' })
    const answer = await retry(app, 'sms')
    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'conflict', message: 'Es ist kein SMS-Provider eingerichtet.' },
    ])
    expect(app.row()?.status).toBe('failed')
  })
})

describe('retrying', () => {
  it.each([
    ['confirmed', 'cancelled', 409],
    ['reservation-received', 'cancelled', 409],
    ['reservation-received', 'rejected', 409],
    ['reminder', 'cancelled', 409],
    ['cancelled', 'cancelled', 200],
    ['rejected', 'rejected', 200],
    ['confirmed', 'confirmed', 200],
    ['reservation-received', 'confirmed', 200],
  ] as const)('what says %s of an appointment that is %s: %i', async (kind, status, expected) => {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status })
    queueMail(app, kind, { bookingId: id })
    set(app, 'failed')
    const before = app.rows(`select * from messages where channel = 'email'`)
    const answer = await retry(app, 'emails')
    expect(answer.status).toBe(expected)
    if (expected === 200) return
    expect(answer.json).toEqual({
      error: 'conflict',
      message: 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.',
    })
    expect(app.rows(`select * from messages where channel = 'email'`)).toEqual(before)
  })

  it('an SMS follows the same rule', async () => {
    const app = openAppWithSms()
    set(app, 'failed')
    app.rows(`update bookings set status = 'cancelled' returning id`)
    expect((await retry(app, 'sms')).status).toBe(409)
    expect(app.row()?.status).toBe('failed')
  })

  it.each([
    ['emails', 7],
    ['sms', 7],
    ['emails', '1.0'],
    ['sms', 'x'],
  ] as const)('what is not there is refused: %s %s', async (channel, id) => {
    const app = openAppWithSms()
    queueMail(app)
    const { status, json } = await retry(app, channel, id)
    expect([status, json]).toEqual([404, { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }])
  })

  it('exists for e-mails and SMS only', async () => {
    const admin = openTestApp().admin()
    expect((await admin.post('/api/admin/outbox/faxes/1/retry')).status).toBe(404)
    expect((await admin.get('/api/admin/outbox/sms/1/retry')).status).toBe(404)
  })
})
