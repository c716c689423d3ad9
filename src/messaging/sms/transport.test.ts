import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { bookings, messages } from '../../db/schema.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { deliverDue } from '../outbox/deliver.ts'
import { outboxState } from '../outbox/log.ts'
import { smsTransport } from './transport.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

const taken = () => [app.clicksend.taken.length, app.sevenio.taken.length]
const setUpBoth = () => {
  app.setUpClicksend()
  app.setUpSevenio()
}

describe('an SMS', () => {
  it('is suppressed while no provider is set up, with the reason', async () => {
    app.queue()
    app.setUpClicksend({ CLICKSEND_PWD: '' })
    app.queue({ suppressed: 'Urlaub' })
    const row = {
      recipient: '+436641234567',
      status: 'suppressed',
      error: 'Es ist kein SMS-Provider eingerichtet.',
    }
    expect(app.rows()).toMatchObject([row, row])
    app.setUpSevenio()
    await app.deliver()
    expect(app.rows()).toMatchObject([row, row])
  })

  it('is queued for the number in E.164', () => {
    app.setUpSevenio()
    const bookingId = app.queue({ mobile: '0664 / 123 45 67' })
    expect(app.row()).toMatchObject({
      kind: 'confirmed',
      bookingId,
      recipient: '+436641234567',
      text: 'Ihr Termin ist bestätigt.',
      status: 'queued',
      error: null,
      attempts: 0,
      dueAt: app.ctx().now,
    })
  })

  it.each([
    ['05572 12345', 'Festnetznummer: keine SMS möglich.'],
    ['067612', 'Keine gültige Mobilnummer: keine SMS möglich.'],
  ])('to %s is suppressed, with the reason', async (mobile, error) => {
    app.setUpClicksend()
    app.queue({ mobile })
    await app.deliver()
    expect(app.row()).toMatchObject({ recipient: mobile, status: 'suppressed', error })
    expect(taken()).toEqual([0, 0])
  })

  it('that must not be sent is suppressed, with the reason', async () => {
    app.setUpClicksend()
    app.queue({ suppressed: 'Urlaub' })
    await app.deliver()
    expect(app.row()).toMatchObject({ recipient: '+436641234567', status: 'suppressed', error: 'Urlaub' })
    expect(taken()).toEqual([0, 0])
  })

  it('is sent once, and its row has everything that the provider answered', async () => {
    app.setUpClicksend()
    app.queue()
    app.pass(2_000)
    await app.deliver()
    await app.deliver()
    expect(app.clicksend.taken).toEqual([
      {
        id: app.row()?.providerMessageId,
        to: '+436641234567',
        text: 'Ihr Termin ist bestätigt.',
        from: 'Ordination',
        reference: app.row()?.logUuid,
      },
    ])
    expect(app.row()).toMatchObject({
      status: 'sent',
      error: null,
      attempts: 1,
      provider: 'clicksend',
      sender: 'Ordination',
      sendStatus: 'SUCCESS',
      priceMillicents: 7_260,
      deliveryStatus: null,
      sentAt: app.ctx().now,
    })
  })

  it('carries our reference also to seven.io', async () => {
    app.setUpSevenio()
    app.queue()
    await app.deliver()
    expect(app.row()).toMatchObject({
      status: 'sent',
      provider: 'sevenio',
      sendStatus: '100',
      sender: 'Ordi',
    })
    expect(app.sevenio.taken).toMatchObject([
      { reference: app.row()?.logUuid, id: app.row()?.providerMessageId },
    ])
  })

  it('is logged without number, text and credentials, and its row has no credentials', async () => {
    setUpBoth()
    for (const [a, b] of [
      [undefined, undefined],
      ['INSUFFICIENT_CREDIT', '900'],
      ['INVALID_RECIPIENT', undefined],
      ['silence', undefined],
      ['unreachable', 'reset'],
    ]) {
      app.queue({ text: `Vertraulich ${a} ${b}` })
      app.clicksend.faults.expect(a)
      app.sevenio.faults.expect(b)
      await app.deliver()
    }
    expect(app.logged()).toContain('sms sent')
    expect(app.logged()).toContain('INSUFFICIENT_CREDIT')
    expect(app.logged()).not.toMatch(/\+43664|0664|Vertraulich|demo|Musterfrau/)
    expect(JSON.stringify(app.rows())).not.toMatch(/demo|ZGVtbz/)
  })
})

describe('an SMS that is stale', () => {
  beforeEach(() => app.setUpClicksend())

  it.each([
    ['confirmed', 'confirmed', 'sent'],
    ['reminder', 'confirmed', 'sent'],
    ['rejected', 'rejected', 'sent'],
    ['cancelled', 'cancelled', 'sent'],
    ['confirmed', 'cancelled', 'suppressed'],
    ['reminder', 'cancelled', 'suppressed'],
    ['reminder', 'requested', 'suppressed'],
    ['cancelled', 'confirmed', 'suppressed'],
  ] as const)('%s, while the booking is %s: %s', async (kind, status, outcome) => {
    app.queue({ kind }, { status })
    await app.deliver()
    expect(app.row()?.status).toBe(outcome)
    expect(app.clicksend.taken).toHaveLength(outcome === 'sent' ? 1 : 0)
  })

  it('is suppressed once the appointment has begun or is gone', async () => {
    app.queue({}, { startsAt: app.ctx().now })
    const gone = app.queue()
    app.db.delete(bookings).where(eq(bookings.id, gone)).run()
    await app.deliver()
    expect(app.rows()).toMatchObject([
      { status: 'suppressed', error: expect.stringContaining('begonnen') },
      { status: 'suppressed', error: expect.stringContaining('nicht mehr') },
    ])
    expect(taken()).toEqual([0, 0])
  })
})

/** What each provider answers, which of them accept the message, and the row afterwards. */
describe('with both providers', () => {
  beforeEach(setUpBoth)

  it.each<[string | undefined, string | undefined, [number, number], object]>([
    [undefined, undefined, [1, 0], { status: 'sent', provider: 'clicksend' }],
    [
      'unreachable',
      undefined,
      [0, 1],
      { status: 'sent', provider: 'sevenio', error: null, sendStatus: '100' },
    ],
    ['INSUFFICIENT_CREDIT', undefined, [0, 1], { status: 'sent', provider: 'sevenio' }],
    ['envelope:INSUFFICIENT_CREDIT', undefined, [0, 1], { status: 'sent', provider: 'sevenio' }],
    ['COUNTRY_NOT_ENABLED', undefined, [0, 1], { status: 'sent', provider: 'sevenio' }],
    ['INVALID_SENDER_ID', undefined, [0, 1], { status: 'sent', provider: 'sevenio' }],
    ['INTERNAL_ERROR', undefined, [0, 1], { status: 'sent', provider: 'sevenio' }],
    ['EMPTY_MESSAGE', undefined, [0, 1], { status: 'sent', provider: 'sevenio' }],
    ['INVALID_RECIPIENT', undefined, [0, 0], { status: 'failed', provider: 'clicksend', attempts: 1 }],
    ['THROTTLED', undefined, [0, 0], { status: 'suppressed', provider: 'clicksend' }],
    ['reset', undefined, [1, 0], { status: 'unknown', provider: 'clicksend' }],
    ['silence', undefined, [1, 0], { status: 'unknown', provider: 'clicksend' }],
    ['unreachable', '202', [0, 0], { status: 'failed', provider: 'sevenio' }],
    ['unreachable', 'reset', [0, 1], { status: 'unknown', provider: 'sevenio' }],
    ['unreachable', 'unreachable', [0, 0], { status: 'queued', attempts: 1 }],
    ['unreachable', '401', [0, 0], { status: 'queued', attempts: 1 }],
    ['EMPTY_MESSAGE', '600', [0, 0], { status: 'queued', attempts: 1 }],
    ['EMPTY_MESSAGE', '305', [0, 0], { status: 'failed', attempts: 1 }],
    ['INSUFFICIENT_CREDIT', '500', [0, 0], { status: 'queued', attempts: 1 }],
  ])('ClickSend: %s, seven.io: %s', async (a, b, accepted, row) => {
    app.queue()
    app.clicksend.faults.expect(a)
    app.sevenio.faults.expect(b)
    await app.deliver()
    expect(taken()).toEqual(accepted)
    expect(app.row()).toMatchObject(row)
  })

  it.each([
    [500, [0, 0], 'unknown'],
    [429, [0, 1], 'sent'],
    [401, [0, 1], 'sent'],
  ] as const)('ClickSend: HTTP %i', async (status, accepted, outcome) => {
    app.queue()
    app.clicksend.faults.expect(status)
    await app.deliver()
    expect([taken(), app.row()?.status]).toEqual([accepted, outcome])
  })

  it('the row has the reasons of both', async () => {
    app.queue()
    app.clicksend.faults.expect('INSUFFICIENT_CREDIT')
    app.sevenio.faults.expect('900')
    await app.deliver()
    expect(app.row()?.error).toBe(
      'ClickSend: Das Guthaben reicht nicht. (INSUFFICIENT_CREDIT) seven.io: Der API-Key wurde abgelehnt. (900)',
    )
  })
})

describe('with one provider', () => {
  it('no other is asked', async () => {
    app.setUpClicksend()
    app.queue()
    app.clicksend.faults.expect('INSUFFICIENT_CREDIT')
    await app.deliver()
    expect([taken(), app.row()?.status]).toEqual([[0, 0], 'queued'])
  })
})

describe('a temporary fault', () => {
  it('is forgotten once an attempt succeeds', async () => {
    app.setUpClicksend()
    app.queue()
    app.clicksend.faults.expect('unreachable')
    await app.deliver()
    app.pass(MINUTE)
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'sent', attempts: 2, error: null })
  })

  it('of one message does not stop the others', async () => {
    app.setUpClicksend()
    app.queue()
    app.queue()
    app.clicksend.faults.expect('COUNTRY_NOT_ENABLED')
    await app.deliver()
    expect(app.rows().map(({ status }) => status)).toEqual(['failed', 'sent'])
  })
})

describe('an unknown outcome', () => {
  it('stays unknown and is never sent again automatically', async () => {
    setUpBoth()
    app.queue()
    app.clicksend.faults.expect('silence')
    await app.deliver()
    for (let day = 0; day < 4; day++) {
      app.pass(24 * HOUR)
      await app.deliver()
    }
    expect(taken()).toEqual([1, 0])
    expect(app.row()).toMatchObject({
      status: 'unknown',
      attempts: 1,
      error: expect.stringContaining('nicht bekannt'),
    })
    expect(outboxState(app.ctx()).sms).toMatchObject({ unknown: 1, failed: 0, queued: 0 })
  })

  it('that a person retries counts as sent when the provider reports a repetition', async () => {
    app.setUpSevenio()
    app.queue()
    app.sevenio.faults.expect('reset')
    await app.deliver()
    app.db.update(messages).set({ status: 'queued', dueAt: app.ctx().now }).run()
    app.pass(30_000)
    await app.deliver()
    expect(app.row()).toMatchObject({
      status: 'sent',
      error: null,
      sendStatus: '402',
      sentAt: app.ctx().now,
    })
    expect(app.sevenio.taken).toHaveLength(1)
  })

  it('is also that of a worker that died while sending', async () => {
    app.setUpClicksend()
    app.queue()
    void app.deliver(() => new Promise(() => {}))
    expect(app.row()).toMatchObject({ status: 'sending', attempts: 1, provider: 'clicksend' })
    app.pass(MINUTE - 1)
    await app.deliver()
    expect(app.row()?.status).toBe('sending')
    app.pass(1)
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'unknown', attempts: 1 })
    expect(taken()).toEqual([0, 0])
  })

  it('is corrected by the worker when it was only late', async () => {
    app.setUpClicksend()
    app.queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<void>()
    const late = app.deliver(async (url, init) => {
      await stuck
      return app.ask(url, init)
    })
    app.pass(MINUTE)
    await app.deliver()
    expect(app.row()?.status).toBe('unknown')
    wakeUp()
    await late
    expect(app.row()).toMatchObject({ status: 'sent', error: null })
    expect(taken()).toEqual([1, 0])
  })

  it('keeps a late worker from asking the other provider', async () => {
    setUpBoth()
    app.queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<void>()
    app.clicksend.faults.expect('INSUFFICIENT_CREDIT')
    const late = app.deliver(async (url, init) => {
      await stuck
      return app.ask(url, init)
    })
    app.pass(MINUTE)
    await app.deliver()
    wakeUp()
    await late
    expect(taken()).toEqual([0, 0])
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 1 })
  })
})

describe('several workers', () => {
  it('send each message once when they run at the same time', async () => {
    app.setUpSevenio()
    for (let nr = 0; nr < 12; nr++) app.queue({ text: `Nr. ${nr}` })
    await Promise.all([app.deliver(), app.deliver(), app.deliver()])
    expect(app.rows().every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
    expect(new Set(app.sevenio.taken.map(({ reference }) => reference)).size).toBe(12)
    expect(app.sevenio.taken).toHaveLength(12)
  })

  it('send nothing once all settings are removed', async () => {
    app.setUpSevenio()
    app.queue()
    app.setUpSevenio({ SEVENIO_KEY: '' })
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('lose nothing when the settings are removed during a run', async () => {
    app.setUpSevenio()
    app.queue()
    const ctx = () => {
      if (app.row()?.status === 'sending') app.setUpSevenio({ SEVENIO_KEY: '' })
      return app.ctx()
    }
    await deliverDue(ctx, smsTransport(app), app.log)
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 0 })
    expect(taken()).toEqual([0, 0])
  })
})
