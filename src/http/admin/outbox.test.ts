import { describe, expect, it } from 'vitest'
import { deliverDue } from '../../messaging/deliver.ts'
import { deliverDueSms } from '../../messaging/deliver-sms.ts'
import type { Message, Posted } from '../../messaging/mail.ts'
import { type EmailKind, queueEmail } from '../../messaging/outbox.ts'
import { queueSms } from '../../messaging/sms.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR, MINUTE } from '../../rules/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { book, lastCode, lastToken } from '../../testing/factory.ts'
import { type House, openHouse } from '../../testing/house.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { askSimulators } from '../../testing/simulators/trouble.ts'

/** A house whose mail server answers as it is told to. */
function openMailHouse() {
  const posted: Message[] = []
  const answer = { next: { ok: true } as Posted }
  const send = async (message: Message) => {
    posted.push(message)
    return answer.next
  }
  const house = openHouse()
  const deliver = () => deliverDue(house.ctx, { mail: { send }, log: house.log })
  return { ...house, posted, answer, deliver }
}

const queueMail = (
  house: House,
  kind: EmailKind = 'confirmed',
  more: { muted?: string; bookingId?: string } = {},
) =>
  queueEmail(house.ctx(), {
    kind,
    recipient: 'rosa@musterfrau.example',
    subject: `Betreff ${kind}`,
    text: 'Text',
    html: '<p>Text</p>',
    ...more,
  })

/** A house with a text message provider, and one message to a patient in the queue. */
function openSmsHouse(mobile = '0664 1234567', muted?: string) {
  const house = openHouse()
  const clicksend = openClicksendSimulator()
  const ask = askSimulators({ [house.ctx().config.clicksendBaseUrl]: clicksend })
  const account = { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key', CLICKSEND_FROM: 'Ordination' }
  writeSettings(house.ctx(), 'clicksend', account)
  const booking = insertBooking(house.ctx().db, { status: 'confirmed' })
  queueSms(house.ctx(), {
    kind: 'confirmed',
    bookingId: booking.id,
    mobile,
    country: 'AT',
    text: 'Ihr Termin ist bestätigt.',
    ...(muted === undefined ? {} : { muted }),
  })
  const row = () =>
    house.rows<{ status: string; attempts: number; error: string | null }>('select * from sms')[0]
  return {
    ...house,
    booking,
    clicksend,
    row,
    deliver: () => deliverDueSms(house.ctx, { ask, log: house.log }),
  }
}

const set = (house: House, table: 'emails' | 'sms', status: string, more = '') =>
  house.rows(`update ${table} set status = ? ${more} returning id`, status)

const retry = (house: House, channel: 'emails' | 'sms', id: number | string = 1) =>
  house.admin().post(`/api/admin/outbox/${channel}/${id}/retry`)

describe('the list of mails', () => {
  it('tells everything about a mail but its letter', async () => {
    const house = openMailHouse()
    const { json } = await book(house, house.browser(), '2027-01-12T08:30:00+01:00')
    await house.deliver()
    const answer = await house.admin().get('/api/admin/outbox/emails')
    expect(answer.json.emails.map(({ kind }: { kind: string }) => kind)).toEqual([
      'new-reservation',
      'reservation-received',
      'email-check',
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
    const admin = openHouse().admin()
    expect((await admin.get('/api/admin/outbox/emails')).json).toEqual({ emails: [] })
    expect((await admin.get('/api/admin/outbox/sms')).json).toEqual({ sms: [] })
  })

  it('has the newest first, a hundred unless another number is asked for', async () => {
    const house = openHouse()
    for (let i = 0; i < 101; i++) queueMail(house)
    const admin = house.admin()
    const ids = async (query: string) =>
      (await admin.get(`/api/admin/outbox/emails${query}`)).json.emails.map(({ id }: { id: number }) => id)
    expect(await ids('')).toEqual(Array.from({ length: 100 }, (_, i) => 101 - i))
    expect(await ids('?limit=2')).toEqual([101, 100])
    expect(await ids('?limit=500')).toHaveLength(101)
  })

  it.each(['0', '501', '-1', '1.5', 'alle', ''])('refuses a limit of %o', async (limit) => {
    const admin = openHouse().admin()
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

describe('the list of text messages', () => {
  it('tells everything about a text message, its price in euros', async () => {
    const house = openSmsHouse()
    await house.deliver()
    const answer = await house.admin().get('/api/admin/outbox/sms?limit=100')
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
          booking_id: house.booking.id,
        },
      ],
    })
    house.rows(`update sms set delivery_status = 'delivered', delivered_at = ? returning id`, Date.now())
    const [sms] = (await house.admin().get('/api/admin/outbox/sms')).json.sms
    expect([sms.dlr_status, sms.dlr_timestamp_iso]).toEqual(['delivered', '2027-01-07T13:40:00+01:00'])
  })

  it('leaves open what is not known yet', async () => {
    const [sms] = (await openSmsHouse().admin().get('/api/admin/outbox/sms')).json.sms
    expect(sms).toMatchObject({ status: 'queued', send_status: null, send_price: null, message_id: null })
  })
})

describe('the preview', () => {
  it('is the letter as it was written', async () => {
    const house = openHouse()
    await book(house, house.browser(), '2027-01-12T08:30:00+01:00')
    const [stored] = house.rows<{ subject: string; html: string }>('select * from emails where id = 2')
    const { status, json } = await house.admin().get('/api/admin/outbox/emails/2/preview')
    expect([status, json]).toEqual([
      200,
      { subject: stored?.subject, html: stored?.html, url: expect.stringMatching(/^\/api\/letters\/2\//) },
    ])
    expect(json.html).toContain('Guten Tag Frau Musterfrau!')
  })

  it('of an e-mail check hides link and code, and says so', async () => {
    const house = openHouse()
    await house.browser().post('/api/email/send', { email: 'rosa@musterfrau.example' })
    const { json } = await house.admin().get('/api/admin/outbox/emails/1/preview')
    expect(json.subject).toBe('Bitte bestätigen Sie Ihre E-Mail-Adresse')
    expect(json.html).not.toContain(lastCode(house))
    expect(json.html).not.toContain(lastToken(house))
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

  it('of an e-mail check stays closed when nobody can tell what is secret in it', async () => {
    const house = openHouse()
    queueMail(house, 'email-check')
    const { json } = await house.admin().get('/api/admin/outbox/emails/1/preview')
    expect(json).toEqual({ subject: 'Betreff email-check', html: '', url: null })
  })

  it.each(['99', '0', '123456789012345', '9'.repeat(40), 'abc', '-1', '1.0', '1e0'])(
    'of a mail that is not there (%s) is refused',
    async (id) => {
      const house = openHouse()
      queueMail(house)
      const { status, json } = await house.admin().get(`/api/admin/outbox/emails/${id}/preview`)
      expect([status, json]).toEqual([404, { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }])
    },
  )
})

describe('sending a mail once more', () => {
  it.each(['failed', 'muted'])(
    'puts one that was %s into the queue, due now, as the same message',
    async (status) => {
      const house = openMailHouse()
      queueMail(house)
      set(house, 'emails', status, `, error = 'Grund', attempts = 6, due_at = 1`)
      const [before] = house.rows('select message_id, log_uuid, created_at from emails')
      house.pass(HOUR)
      const answer = await retry(house, 'emails')
      expect([answer.status, answer.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
      expect(house.rows('select * from emails')).toMatchObject([
        { ...before, status: 'queued', error: null, attempts: 0, due_at: Date.now() },
      ])
      await house.deliver()
      expect(house.posted).toMatchObject([{ messageId: before?.message_id }])
      expect(house.rows('select status, attempts from emails')).toEqual([{ status: 'sent', attempts: 1 }])
      expect(house.rows('select actor, actor_name, action, subject from audit')).toEqual([
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
    const house = openHouse()
    queueMail(house)
    set(house, 'emails', status)
    const before = house.rows('select * from emails')
    house.pass(MINUTE)
    const answer = await retry(house, 'emails')
    expect([answer.status, answer.json]).toEqual([409, { error: 'conflict', message: sentence }])
    expect([house.rows('select * from emails'), house.rows('select * from audit')]).toEqual([before, []])
  })

  it('pressed twice happens once', async () => {
    const house = openHouse()
    queueMail(house, 'confirmed', { muted: 'Urlaub' })
    expect((await retry(house, 'emails')).status).toBe(200)
    expect((await retry(house, 'emails')).status).toBe(409)
    expect(house.rows('select * from audit')).toHaveLength(1)
  })

  it('of an e-mail check whose code has expired ends with the worker, who holds it back once more', async () => {
    const house = openMailHouse()
    queueMail(house, 'email-check')
    set(house, 'emails', 'failed')
    house.pass(29 * MINUTE)
    await retry(house, 'emails')
    house.answer.next = { ok: false, kind: 'permanent', detail: 'no such mailbox' }
    await house.deliver()
    expect(house.rows('select status, error from emails')).toEqual([
      { status: 'failed', error: 'no such mailbox' },
    ])
    house.pass(MINUTE)
    await retry(house, 'emails')
    await house.deliver()
    expect(house.posted).toHaveLength(1)
    expect(house.rows('select status, error from emails')).toEqual([
      { status: 'muted', error: 'Nicht mehr gesendet: Link und Code sind abgelaufen.' },
    ])
  })
})

describe('sending a text message once more', () => {
  it.each(['failed', 'muted', 'unknown'])('puts one that was %s into the queue, due now', async (status) => {
    const house = openSmsHouse()
    set(house, 'sms', status, `, error = 'Grund', attempts = 6, due_at = 1, send_status = 'unknown'`)
    house.pass(HOUR)
    const answer = await retry(house, 'sms')
    expect([answer.status, answer.json]).toEqual([200, { message: 'Wird noch einmal gesendet.' }])
    expect(house.row()).toMatchObject({
      status: 'queued',
      error: null,
      attempts: 0,
      due_at: Date.now(),
      send_status: status === 'unknown' ? 'unknown' : null,
    })
    await house.deliver()
    expect(house.row()).toMatchObject({ status: 'sent', attempts: 1, send_status: 'SUCCESS' })
    expect(house.clicksend.taken).toHaveLength(1)
    expect(house.rows('select action, subject from audit')).toEqual([
      { action: 'message-resent', subject: 'SMS 1' },
    ])
  })

  it('of unknown outcome that the provider remembers is known to have gone out the first time', async () => {
    const house = openSmsHouse()
    house.clicksend.troubles.expect('reset')
    await house.deliver()
    expect(house.row()?.status).toBe('unknown')
    await retry(house, 'sms')
    house.clicksend.troubles.expect('THROTTLED')
    await house.deliver()
    expect(house.row()).toMatchObject({ status: 'sent', error: null })
  })

  it.each([
    ['queued', 'Diese Nachricht wartet bereits auf den Versand.'],
    ['sending', 'Diese Nachricht wird gerade gesendet.'],
    ['sent', 'Diese Nachricht wurde bereits gesendet.'],
  ])('is refused while it is %s', async (status, sentence) => {
    const house = openSmsHouse()
    set(house, 'sms', status)
    const answer = await retry(house, 'sms')
    expect([answer.status, answer.json]).toEqual([409, { error: 'conflict', message: sentence }])
  })

  it.each([
    ['a landline', '05572 12345', undefined],
    ['a landline while messages were muted anyway', '05572 12345', 'Urlaubswoche'],
    ['a landline in international form', '+43557212345', undefined],
    ['no number at all', '12', undefined],
  ])('is refused where it can arrive nowhere: %s', async (_, mobile, muted) => {
    const house = openSmsHouse(mobile, muted)
    expect(house.row()?.status).toBe('muted')
    const answer = await retry(house, 'sms')
    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'conflict', message: 'Diese Nummer kann keine SMS empfangen.' },
    ])
    expect(house.row()?.status).toBe('muted')
  })

  it('is refused while there is nobody to send it', async () => {
    const house = openSmsHouse()
    set(house, 'sms', 'failed')
    writeSettings(house.ctx(), 'clicksend', { CLICKSEND_PWD: '' })
    const answer = await retry(house, 'sms')
    expect([answer.status, answer.json]).toEqual([
      409,
      { error: 'conflict', message: 'Es ist kein SMS-Provider eingerichtet.' },
    ])
    expect(house.row()?.status).toBe('failed')
  })
})

describe('sending once more', () => {
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
    const house = openHouse()
    const { id } = insertBooking(house.ctx().db, { status })
    queueMail(house, kind, { bookingId: id })
    set(house, 'emails', 'failed')
    const before = house.rows('select * from emails')
    const answer = await retry(house, 'emails')
    expect(answer.status).toBe(expected)
    if (expected === 200) return
    expect(answer.json).toEqual({
      error: 'conflict',
      message: 'Der Termin hat sich geändert: Was in dieser Nachricht steht, stimmt nicht mehr.',
    })
    expect(house.rows('select * from emails')).toEqual(before)
  })

  it('of a text message asks the same', async () => {
    const house = openSmsHouse()
    set(house, 'sms', 'failed')
    house.rows(`update bookings set status = 'cancelled' returning id`)
    expect((await retry(house, 'sms')).status).toBe(409)
    expect(house.row()?.status).toBe('failed')
  })

  it.each([
    ['emails', 7],
    ['sms', 7],
    ['emails', '1.0'],
    ['sms', 'x'],
  ] as const)('what is not there is refused: %s %s', async (channel, id) => {
    const house = openSmsHouse()
    queueMail(house)
    const { status, json } = await retry(house, channel, id)
    expect([status, json]).toEqual([404, { error: 'not found', message: 'Diese Nachricht gibt es nicht.' }])
  })

  it('knows mails and text messages, and nothing else', async () => {
    const admin = openHouse().admin()
    expect((await admin.post('/api/admin/outbox/faxes/1/retry')).status).toBe(404)
    expect((await admin.get('/api/admin/outbox/sms/1/retry')).status).toBe(404)
  })
})
