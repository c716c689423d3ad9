import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { bookings, sms } from '../db/schema.ts'
import { HOUR, MINUTE } from '../rules/day.ts'
import { openTexting, type Texting } from '../testing/texting.ts'
import { deliverDueSms } from './deliver-sms.ts'
import { canSendSms } from './provider-accounts.ts'
import { smsState } from './sms.ts'

let house: Texting
beforeEach(() => {
  house = openTexting()
})

const taken = () => [house.clicksend.taken.length, house.sevenio.taken.length]
const setUpBoth = () => {
  house.setUpClicksend()
  house.setUpSevenio()
}

describe('a text message', () => {
  it('leaves no row while no provider is set up', () => {
    house.queue()
    expect([canSendSms(house.ctx()), house.rows()]).toEqual([false, []])
    house.setUpClicksend({ CLICKSEND_PWD: '' })
    house.queue()
    expect(house.rows()).toEqual([])
  })

  it('is queued for the number in E.164', () => {
    house.setUpSevenio()
    const bookingId = house.queue({ mobile: '0664 / 123 45 67' })
    expect(house.row()).toMatchObject({
      kind: 'confirmed',
      bookingId,
      recipient: '+436641234567',
      text: 'Ihr Termin ist bestätigt.',
      status: 'queued',
      error: null,
      attempts: 0,
      dueAt: house.ctx().now,
    })
  })

  it.each([
    ['05572 12345', 'Festnetznummer: keine SMS möglich.'],
    ['067612', 'Keine gültige Mobilnummer: keine SMS möglich.'],
  ])('to %s is kept and says why it cannot go out', async (mobile, error) => {
    house.setUpClicksend()
    house.queue({ mobile })
    await house.deliver()
    expect(house.row()).toMatchObject({ recipient: mobile, status: 'muted', error })
    expect(taken()).toEqual([0, 0])
  })

  it('that is muted is kept with the reason and never sent', async () => {
    house.setUpClicksend()
    house.queue({ muted: 'Urlaub' })
    await house.deliver()
    expect(house.row()).toMatchObject({ recipient: '+436641234567', status: 'muted', error: 'Urlaub' })
    expect(taken()).toEqual([0, 0])
  })

  it('is sent once, and everything the provider said is kept', async () => {
    house.setUpClicksend()
    house.queue()
    house.pass(2_000)
    await house.deliver()
    await house.deliver()
    expect(house.clicksend.taken).toEqual([
      {
        id: house.row()?.messageId,
        to: '+436641234567',
        text: 'Ihr Termin ist bestätigt.',
        from: 'Ordination',
        reference: house.row()?.logUuid,
      },
    ])
    expect(house.row()).toMatchObject({
      status: 'sent',
      error: null,
      attempts: 1,
      provider: 'clicksend',
      sender: 'Ordination',
      sendStatus: 'SUCCESS',
      priceMillicents: 7_260,
      deliveryStatus: null,
      sentAt: house.ctx().now,
    })
  })

  it('carries our reference to seven.io too', async () => {
    house.setUpSevenio()
    house.queue()
    await house.deliver()
    expect(house.row()).toMatchObject({
      status: 'sent',
      provider: 'sevenio',
      sendStatus: '100',
      sender: 'Ordi',
    })
    expect(house.sevenio.taken).toMatchObject([
      { reference: house.row()?.logUuid, id: house.row()?.messageId },
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
      house.queue({ text: `Vertraulich ${a} ${b}` })
      house.clicksend.troubles.expect(a)
      house.sevenio.troubles.expect(b)
      await house.deliver()
    }
    expect(house.logged()).toContain('sms sent')
    expect(house.logged()).toContain('INSUFFICIENT_CREDIT')
    expect(house.logged()).not.toMatch(/664|Vertraulich|demo|Musterfrau/)
    expect(JSON.stringify(house.rows())).not.toMatch(/demo|ZGVtbz/)
  })
})

describe('what became untrue since it was queued', () => {
  beforeEach(() => house.setUpClicksend())

  it.each([
    ['confirmed', 'confirmed', 'sent'],
    ['reminder', 'confirmed', 'sent'],
    ['rejected', 'rejected', 'sent'],
    ['cancelled', 'cancelled', 'sent'],
    ['confirmed', 'cancelled', 'muted'],
    ['reminder', 'cancelled', 'muted'],
    ['reminder', 'requested', 'muted'],
    ['cancelled', 'confirmed', 'muted'],
  ] as const)('%s, while the booking is %s: %s', async (kind, status, outcome) => {
    house.queue({ kind }, { status })
    await house.deliver()
    expect(house.row()?.status).toBe(outcome)
    expect(house.clicksend.taken).toHaveLength(outcome === 'sent' ? 1 : 0)
  })

  it('is not sent once the appointment has begun, or is gone', async () => {
    house.queue({}, { startsAt: house.ctx().now })
    const gone = house.queue()
    house.db.delete(bookings).where(eq(bookings.id, gone)).run()
    await house.deliver()
    expect(house.rows()).toMatchObject([
      { status: 'muted', error: expect.stringContaining('begonnen') },
      { status: 'muted', error: expect.stringContaining('nicht mehr') },
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
    ['THROTTLED', undefined, [0, 0], { status: 'muted', provider: 'clicksend' }],
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
    house.queue()
    house.clicksend.troubles.expect(a)
    house.sevenio.troubles.expect(b)
    await house.deliver()
    expect(taken()).toEqual(takers)
    expect(house.row()).toMatchObject(row)
  })

  it.each([
    [500, [0, 0], 'unknown'],
    [429, [0, 1], 'sent'],
    [401, [0, 1], 'sent'],
  ] as const)('ClickSend: HTTP %i', async (status, takers, outcome) => {
    house.queue()
    house.clicksend.troubles.expect(status)
    await house.deliver()
    expect([taken(), house.row()?.status]).toEqual([takers, outcome])
  })

  it('the row tells what both said', async () => {
    house.queue()
    house.clicksend.troubles.expect('INSUFFICIENT_CREDIT')
    house.sevenio.troubles.expect('900')
    await house.deliver()
    expect(house.row()?.error).toBe(
      'ClickSend: Das Guthaben reicht nicht. (INSUFFICIENT_CREDIT) seven.io: Der API-Key wurde abgelehnt. (900)',
    )
  })
})

describe('with one provider', () => {
  it('the other one is not asked', async () => {
    house.setUpClicksend()
    house.queue()
    house.clicksend.troubles.expect('INSUFFICIENT_CREDIT')
    await house.deliver()
    expect([taken(), house.row()?.status]).toEqual([[0, 0], 'queued'])
  })
})

describe('a fault that may pass', () => {
  it.each(['unreachable', 'INSUFFICIENT_CREDIT'])(
    '(%s) is tried again after 1, 5, 30, 120 and 720 minutes, and then the message has failed',
    async (trouble) => {
      house.setUpClicksend()
      house.queue()
      house.clicksend.troubles.expect(...new Array(6).fill(trouble))
      for (const [tries, minutes] of [1, 5, 30, 120, 720].entries()) {
        await house.deliver()
        expect(house.row()).toMatchObject({
          status: 'queued',
          attempts: tries + 1,
          dueAt: house.ctx().now + minutes * MINUTE,
        })
        house.pass(minutes * MINUTE - 1)
        await house.deliver()
        expect(house.row()?.attempts).toBe(tries + 1)
        house.pass(1)
      }
      await house.deliver()
      expect(house.row()).toMatchObject({ status: 'failed', attempts: 6 })
      house.pass(24 * HOUR)
      await house.deliver()
      expect([taken(), house.row()?.attempts]).toEqual([[0, 0], 6])
    },
  )

  it('that passed leaves no trace but the number of tries', async () => {
    house.setUpClicksend()
    house.queue()
    house.clicksend.troubles.expect('unreachable')
    await house.deliver()
    house.pass(MINUTE)
    await house.deliver()
    expect(house.row()).toMatchObject({ status: 'sent', attempts: 2, error: null })
  })

  it('keeps none of the others: a country that the account lacks, then an ordinary number', async () => {
    house.setUpClicksend()
    house.queue()
    house.queue()
    house.clicksend.troubles.expect('COUNTRY_NOT_ENABLED')
    await house.deliver()
    expect(house.rows().map(({ status }) => status)).toEqual(['failed', 'sent'])
  })
})

describe('an unknown outcome', () => {
  it('stays unknown: nobody is asked again, however long it takes', async () => {
    setUpBoth()
    house.queue()
    house.clicksend.troubles.expect('silence')
    await house.deliver()
    for (let day = 0; day < 4; day++) {
      house.pass(24 * HOUR)
      await house.deliver()
    }
    expect(taken()).toEqual([1, 0])
    expect(house.row()).toMatchObject({
      status: 'unknown',
      attempts: 1,
      error: expect.stringContaining('nicht bekannt'),
    })
    expect(smsState(house.ctx())).toMatchObject({ unknown: 1, failed: 0, queued: 0 })
  })

  it('that a person repeats at once turns out to have been sent: the provider knows the words', async () => {
    house.setUpSevenio()
    house.queue()
    house.sevenio.troubles.expect('reset')
    await house.deliver()
    house.db.update(sms).set({ status: 'queued', dueAt: house.ctx().now }).run()
    house.pass(30_000)
    await house.deliver()
    expect(house.row()).toMatchObject({
      status: 'sent',
      error: null,
      sendStatus: '402',
      sentAt: house.ctx().now,
    })
    expect(house.sevenio.taken).toHaveLength(1)
  })

  it('is also that of a worker that died while it sent', async () => {
    house.setUpClicksend()
    house.queue()
    void house.deliver(() => new Promise(() => {}))
    expect(house.row()).toMatchObject({ status: 'sending', attempts: 1, provider: 'clicksend' })
    house.pass(MINUTE - 1)
    await house.deliver()
    expect(house.row()?.status).toBe('sending')
    house.pass(1)
    await house.deliver()
    expect(house.row()).toMatchObject({ status: 'unknown', attempts: 1 })
    expect(taken()).toEqual([0, 0])
  })

  it('is settled by the worker itself when it was only very late', async () => {
    house.setUpClicksend()
    house.queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<void>()
    const late = house.deliver(async (url, init) => {
      await stuck
      return house.ask(url, init)
    })
    house.pass(MINUTE)
    await house.deliver()
    expect(house.row()?.status).toBe('unknown')
    wakeUp()
    await late
    expect(house.row()).toMatchObject({ status: 'sent', error: null })
    expect(taken()).toEqual([1, 0])
  })

  it('keeps a late worker from asking the other provider', async () => {
    setUpBoth()
    house.queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<void>()
    house.clicksend.troubles.expect('INSUFFICIENT_CREDIT')
    const late = house.deliver(async (url, init) => {
      await stuck
      return house.ask(url, init)
    })
    house.pass(MINUTE)
    await house.deliver()
    wakeUp()
    await late
    expect(taken()).toEqual([0, 0])
    expect(house.row()).toMatchObject({ status: 'queued', attempts: 1 })
  })
})

describe('several workers', () => {
  it('send each message once, though they work at the same time', async () => {
    house.setUpSevenio()
    for (let nr = 0; nr < 12; nr++) house.queue({ text: `Nr. ${nr}` })
    await Promise.all([house.deliver(), house.deliver(), house.deliver()])
    expect(house.rows().every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
    expect(new Set(house.sevenio.taken.map(({ reference }) => reference)).size).toBe(12)
    expect(house.sevenio.taken).toHaveLength(12)
  })

  it('end their run after a while, so that a stopping process need not wait for a long queue', async () => {
    house.setUpSevenio()
    for (let nr = 0; nr < 5; nr++) house.queue({ text: `Nr. ${nr}` })
    await house.deliver((url, init) => {
      house.pass(6_000)
      return house.ask(url, init)
    })
    expect(house.sevenio.taken).toHaveLength(2)
  })

  it('wait when all settings were taken away meanwhile', async () => {
    house.setUpSevenio()
    house.queue()
    house.setUpSevenio({ SEVENIO_KEY: '' })
    await house.deliver()
    expect(house.row()).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('lose nothing when the settings go away in the middle', async () => {
    house.setUpSevenio()
    house.queue()
    const ctx = () => {
      if (house.row()?.status === 'sending') house.setUpSevenio({ SEVENIO_KEY: '' })
      return house.ctx()
    }
    await deliverDueSms(ctx, { ask: house.ask, log: house.log })
    expect(house.row()).toMatchObject({ status: 'queued', attempts: 0 })
    expect(taken()).toEqual([0, 0])
  })
})

describe('the state of the text messages', () => {
  it('counts what waits, what was refused, what is overdue and what is lost', async () => {
    house.setUpClicksend()
    expect(smsState(house.ctx())).toEqual({ queued: 0, refused: 0, overdue: 0, failed: 0, unknown: 0 })
    house.queue()
    house.queue({ mobile: '05572 12345' })
    house.pass(12 * MINUTE)
    expect(smsState(house.ctx())).toEqual({
      queued: 1,
      refused: 0,
      overdue: 12 * MINUTE,
      failed: 0,
      unknown: 0,
    })
    house.clicksend.troubles.expect('INSUFFICIENT_CREDIT')
    await house.deliver()
    expect(smsState(house.ctx())).toEqual({ queued: 1, refused: 1, overdue: 0, failed: 0, unknown: 0 })
    house.queue()
    house.clicksend.troubles.expect('INVALID_RECIPIENT')
    await house.deliver()
    expect(smsState(house.ctx())).toMatchObject({ failed: 1 })
  })

  it('asks for nothing that would promise in vain', () => {
    house.setUpSevenio()
    const bookingId = house.queue()
    const lost = (status: string) => {
      house.db.$client.prepare('update sms set status = ?').run(status)
      const { failed, unknown } = smsState(house.ctx())
      return failed + unknown
    }
    expect([lost('failed'), lost('unknown')]).toEqual([1, 1])
    house.db.$client.prepare(`update bookings set status = 'cancelled' where id = ?`).run(bookingId)
    expect([lost('failed'), lost('unknown')]).toEqual([0, 0])
    house.db.$client.exec(`update sms set kind = 'cancelled'`)
    expect([lost('failed'), lost('unknown')]).toEqual([1, 1])
  })

  it('forgets what is lost once its appointment is over', () => {
    house.setUpSevenio()
    const start = house.ctx().now + MINUTE
    for (const [at, status] of ['failed', 'unknown'].entries()) {
      const bookingId = house.queue({}, { startsAt: start - at, endsAt: start - at + 1 })
      house.db.$client.prepare('update sms set status = ? where booking_id = ?').run(status, bookingId)
    }
    expect(smsState(house.ctx())).toMatchObject({ failed: 1, unknown: 1 })
    house.pass(MINUTE)
    expect(smsState(house.ctx())).toMatchObject({ failed: 0, unknown: 0 })
    house.db.$client.exec('update sms set booking_id = null')
    expect(smsState(house.ctx())).toMatchObject({ failed: 1, unknown: 1 })
  })
})
