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

describe('a text message', () => {
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
  ])('to %s is kept and says why it cannot go out', async (mobile, error) => {
    app.setUpClicksend()
    app.queue({ mobile })
    await app.deliver()
    expect(app.row()).toMatchObject({ recipient: mobile, status: 'suppressed', error })
    expect(taken()).toEqual([0, 0])
  })

  it('that is muted is kept with the reason and never sent', async () => {
    app.setUpClicksend()
    app.queue({ suppressed: 'Urlaub' })
    await app.deliver()
    expect(app.row()).toMatchObject({ recipient: '+436641234567', status: 'suppressed', error: 'Urlaub' })
    expect(taken()).toEqual([0, 0])
  })

  it('is sent once, and everything the provider said is kept', async () => {
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

  it('carries our reference to seven.io too', async () => {
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

  it('leaves neither number nor text nor credentials in the log, nor credentials in the row', async () => {
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

describe('what became untrue since it was queued', () => {
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

  it('is not sent once the appointment has begun, or is gone', async () => {
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

/** What each provider says, who of them takes the message, and what becomes of the row. */
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
  ])('ClickSend: %s, seven.io: %s', async (a, b, takers, row) => {
    app.queue()
    app.clicksend.faults.expect(a)
    app.sevenio.faults.expect(b)
    await app.deliver()
    expect(taken()).toEqual(takers)
    expect(app.row()).toMatchObject(row)
  })

  it.each([
    [500, [0, 0], 'unknown'],
    [429, [0, 1], 'sent'],
    [401, [0, 1], 'sent'],
  ] as const)('ClickSend: HTTP %i', async (status, takers, outcome) => {
    app.queue()
    app.clicksend.faults.expect(status)
    await app.deliver()
    expect([taken(), app.row()?.status]).toEqual([takers, outcome])
  })

  it('the row tells what both said', async () => {
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
  it('the other one is not asked', async () => {
    app.setUpClicksend()
    app.queue()
    app.clicksend.faults.expect('INSUFFICIENT_CREDIT')
    await app.deliver()
    expect([taken(), app.row()?.status]).toEqual([[0, 0], 'queued'])
  })
})

describe('a fault that may pass', () => {
  it.each(['unreachable', 'INSUFFICIENT_CREDIT'])(
    '(%s) is tried again after 1, 5, 30, 120 and 720 minutes, and then the message has failed',
    async (fault) => {
      app.setUpClicksend()
      app.queue()
      app.clicksend.faults.expect(...new Array(6).fill(fault))
      for (const [tries, minutes] of [1, 5, 30, 120, 720].entries()) {
        await app.deliver()
        expect(app.row()).toMatchObject({
          status: 'queued',
          attempts: tries + 1,
          dueAt: app.ctx().now + minutes * MINUTE,
        })
        app.pass(minutes * MINUTE - 1)
        await app.deliver()
        expect(app.row()?.attempts).toBe(tries + 1)
        app.pass(1)
      }
      await app.deliver()
      expect(app.row()).toMatchObject({ status: 'failed', attempts: 6 })
      app.pass(24 * HOUR)
      await app.deliver()
      expect([taken(), app.row()?.attempts]).toEqual([[0, 0], 6])
    },
  )

  it('that passed leaves no trace but the number of tries', async () => {
    app.setUpClicksend()
    app.queue()
    app.clicksend.faults.expect('unreachable')
    await app.deliver()
    app.pass(MINUTE)
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'sent', attempts: 2, error: null })
  })

  it('keeps none of the others: a country that the account lacks, then an ordinary number', async () => {
    app.setUpClicksend()
    app.queue()
    app.queue()
    app.clicksend.faults.expect('COUNTRY_NOT_ENABLED')
    await app.deliver()
    expect(app.rows().map(({ status }) => status)).toEqual(['failed', 'sent'])
  })
})

describe('an unknown outcome', () => {
  it('stays unknown: nobody is asked again, however long it takes', async () => {
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

  it('that a person repeats at once turns out to have been sent: the provider knows the words', async () => {
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

  it('is also that of a worker that died while it sent', async () => {
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

  it('is settled by the worker itself when it was only very late', async () => {
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
  it('send each message once, though they work at the same time', async () => {
    app.setUpSevenio()
    for (let nr = 0; nr < 12; nr++) app.queue({ text: `Nr. ${nr}` })
    await Promise.all([app.deliver(), app.deliver(), app.deliver()])
    expect(app.rows().every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
    expect(new Set(app.sevenio.taken.map(({ reference }) => reference)).size).toBe(12)
    expect(app.sevenio.taken).toHaveLength(12)
  })

  it('end their run after a while, so that a stopping process need not wait for a long queue', async () => {
    app.setUpSevenio()
    for (let nr = 0; nr < 5; nr++) app.queue({ text: `Nr. ${nr}` })
    await app.deliver((url, init) => {
      app.pass(6_000)
      return app.ask(url, init)
    })
    expect(app.sevenio.taken).toHaveLength(2)
  })

  it('wait when all settings were taken away meanwhile', async () => {
    app.setUpSevenio()
    app.queue()
    app.setUpSevenio({ SEVENIO_KEY: '' })
    await app.deliver()
    expect(app.row()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('lose nothing when the settings go away in the middle', async () => {
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

describe('the state of the text messages', () => {
  it('counts what waits, what was refused, what is overdue and what is lost', async () => {
    app.setUpClicksend()
    expect(outboxState(app.ctx()).sms).toEqual({ queued: 0, refused: 0, overdue: 0, failed: 0, unknown: 0 })
    app.queue()
    app.queue({ mobile: '05572 12345' })
    app.pass(12 * MINUTE)
    expect(outboxState(app.ctx()).sms).toEqual({
      queued: 1,
      refused: 0,
      overdue: 12 * MINUTE,
      failed: 0,
      unknown: 0,
    })
    app.clicksend.faults.expect('INSUFFICIENT_CREDIT')
    await app.deliver()
    expect(outboxState(app.ctx()).sms).toEqual({ queued: 1, refused: 1, overdue: 0, failed: 0, unknown: 0 })
    app.queue()
    app.clicksend.faults.expect('INVALID_RECIPIENT')
    await app.deliver()
    expect(outboxState(app.ctx()).sms).toMatchObject({ failed: 1 })
  })

  it('asks for nothing that would promise in vain', () => {
    app.setUpSevenio()
    const bookingId = app.queue()
    const lost = (status: string) => {
      app.db.$client.prepare('update messages set status = ?').run(status)
      const { failed, unknown } = outboxState(app.ctx()).sms
      return failed + unknown
    }
    expect([lost('failed'), lost('unknown')]).toEqual([1, 1])
    app.db.$client.prepare(`update bookings set status = 'cancelled' where id = ?`).run(bookingId)
    expect([lost('failed'), lost('unknown')]).toEqual([0, 0])
    app.db.$client.exec(`update messages set kind = 'cancelled'`)
    expect([lost('failed'), lost('unknown')]).toEqual([1, 1])
  })

  it('forgets what is lost once its appointment is over', () => {
    app.setUpSevenio()
    const start = app.ctx().now + MINUTE
    for (const [at, status] of ['failed', 'unknown'].entries()) {
      const bookingId = app.queue({}, { startsAt: start - at, endsAt: start - at + 1 })
      app.db.$client
        .prepare(`update messages set status = ? where channel = 'sms' and booking_id = ?`)
        .run(status, bookingId)
    }
    expect(outboxState(app.ctx()).sms).toMatchObject({ failed: 1, unknown: 1 })
    app.pass(MINUTE)
    expect(outboxState(app.ctx()).sms).toMatchObject({ failed: 0, unknown: 0 })
    app.db.$client.exec('update messages set booking_id = null')
    expect(outboxState(app.ctx()).sms).toMatchObject({ failed: 1, unknown: 1 })
  })
})
