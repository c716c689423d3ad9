import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import type { KeyRefusal } from '../../testing/simulators/sevenio.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import type { DeliveryReport, ProviderClient } from './provider.ts'
import { openSevenio, readSevenioReport } from './sevenio.ts'

const MESSAGE = { to: '+436641234567', text: 'Ihr Termin ist bestätigt.', logUuid: 'our-reference' }

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpSevenio()
})

const client = (ask = app.ask) => openSevenio(app.ctx(), ask) as ProviderClient
const send = () => client().send(MESSAGE)

/** A provider that gives one answer to everything, and keeps what it was asked. */
function answering(status: number, body: unknown) {
  const asked: [string, RequestInit | undefined][] = []
  const ask: typeof fetch = async (url, init) => {
    asked.push([String(url), init])
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { ask, asked }
}

describe('a message to seven.io', () => {
  it('goes out in its wire form', async () => {
    const { ask, asked } = answering(500, '')
    await client(ask).send(MESSAGE)
    const [[url, init] = []] = asked
    expect(url).toBe('https://gateway.seven.io/api/sms')
    expect(init).toMatchObject({ method: 'POST', redirect: 'error' })
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      'x-api-key': 'demo-key',
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(Object.fromEntries(new URLSearchParams(String(init?.body)))).toEqual({
      to: '+436641234567',
      text: 'Ihr Termin ist bestätigt.',
      from: 'Ordi',
      foreign_id: 'our-reference',
    })
  })

  it('that is taken brings id, price and sender', async () => {
    expect(await send()).toEqual({
      ok: true,
      sendStatus: '100',
      messageId: app.sevenio.taken[0]?.id,
      sender: 'Ordi',
      priceMillicents: 7_500,
    })
    expect(app.sevenio.taken).toMatchObject([{ text: MESSAGE.text, reference: 'our-reference' }])
  })

  it('leaves out the sender when none is set, for an empty one is refused', async () => {
    app.setUpSevenio({ SEVENIO_FROM: '' })
    expect(await send()).toMatchObject({ ok: true })
  })

  it('to an impossible number is refused as such', async () => {
    expect(await client().send({ ...MESSAGE, to: '+000' })).toMatchObject({
      kind: 'recipient',
      sendStatus: '202',
    })
  })

  it('that repeats the words of the last three minutes is told so', async () => {
    await send()
    expect(await send()).toMatchObject({ ok: false, kind: 'repeated', sendStatus: '402' })
  })

  it.each([
    ['11', 'temporary'],
    ['201', 'configuration'],
    ['202', 'recipient'],
    ['300', 'configuration'],
    ['301', 'message'],
    ['304', 'message'],
    ['305', 'message'],
    ['306', 'configuration'],
    ['308', 'message'],
    ['400', 'message'],
    ['401', 'message'],
    ['402', 'repeated'],
    ['403', 'recipient'],
    ['500', 'configuration'],
    ['600', 'temporary'],
    ['700', 'temporary'],
    ['801', 'message'],
    ['802', 'message'],
    ['900', 'configuration'],
    ['901', 'configuration'],
    ['902', 'configuration'],
    ['903', 'configuration'],
    ['999', 'message'],
  ])(
    'that is refused with %s, as a whole or for the one recipient, is a fault of: %s',
    async (code, kind) => {
      app.sevenio.faults.expect(code, `101:${code}`)
      const fault = { ok: false, kind, sendStatus: code, detail: expect.stringContaining(code) }
      expect(await send()).toEqual(fault)
      expect(await send()).toEqual(fault)
      expect(app.sevenio.taken).toEqual([])
    },
  )

  it.each([
    ['a bare number', 500],
    ['a bare text', '"500"'],
    ['a bare text that is no JSON', '500\nCredit too low'],
    ['a number in the object', { success: 500 }],
    ['a 200 of another kind', { success: '500', messages: null }],
  ])('understands %s', async (_, body) => {
    expect(await client(answering(200, body).ask).send(MESSAGE)).toMatchObject({
      kind: 'configuration',
      sendStatus: '500',
    })
  })

  it('is taken when the bare text says so, though without an id', async () => {
    expect(await client(answering(200, '100\n77229318510').ask).send(MESSAGE)).toMatchObject({
      ok: true,
      messageId: undefined,
      priceMillicents: undefined,
    })
  })

  it('that failed under a 100 has failed', async () => {
    const body = { success: '100', messages: [{ success: false, error: 202 }] }
    expect(await client(answering(200, body).ask).send(MESSAGE)).toMatchObject({ kind: 'recipient' })
  })

  it('that failed without a reason is no reason to try the same again', async () => {
    const body = { success: '101', messages: [{ success: false, error: null }] }
    expect(await client(answering(200, body).ask).send(MESSAGE)).toMatchObject({
      kind: 'message',
      sendStatus: '101',
    })
  })

  it.each([
    ['text', '900'],
    ['number', '900'],
    ['status', '900'],
  ] satisfies [KeyRefusal, string][])(
    'with a wrong key, told as %s, is refused for the settings',
    async (how, code) => {
      app.setUpSevenio({ SEVENIO_KEY: 'wrong' })
      app.sevenio.behaviour.badKey = how
      expect(await send()).toMatchObject({ kind: 'configuration', sendStatus: code })
    },
  )

  it.each([
    [401, 'configuration'],
    [403, 'configuration'],
    [404, 'configuration'],
    [400, 'message'],
    [429, 'temporary'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('that meets HTTP %i is a fault of: %s', async (status, kind) => {
    app.sevenio.faults.expect(status)
    expect(await send()).toMatchObject({ ok: false, kind })
  })

  it('that meets an HTTP 500 is not known, whatever stands in the body', async () => {
    expect(await client(answering(500, '202').ask).send(MESSAGE)).toMatchObject({ kind: 'unknown' })
  })

  it.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['no message', { success: '100', messages: [] }],
    ['something else', []],
  ])('that is answered with %s may have been sent', async (_, body) => {
    expect(await client(answering(200, body).ask).send(MESSAGE)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it.each([
    ['unreachable', 'temporary', 0],
    ['reset', 'unknown', 1],
    ['silence', 'unknown', 1],
  ])('over a line that is %s is a fault of: %s', async (fault, kind, taken) => {
    app.sevenio.faults.expect(fault)
    expect(await send()).toMatchObject({ ok: false, kind })
    expect(app.sevenio.taken).toHaveLength(taken)
  })
})

describe('the balance at seven.io', () => {
  it('is amount and currency', async () => {
    expect(await client().readBalance()).toEqual({ amount: '593.994', currency: 'EUR' })
  })

  it('in plain text is in euros', async () => {
    expect(await client(answering(200, '290.67').ask).readBalance()).toEqual({
      amount: '290.67',
      currency: 'EUR',
    })
  })

  it.each([
    ['a refused key', 200, '900'],
    ['a refused key as a number', 200, 900],
    ['a key without the right', 200, '902'],
    ['an HTTP 401', 401, { amount: 1, currency: 'EUR' }],
    ['something else', 200, '<html>'],
    ['nothing', 200, ''],
  ])('is not known after %s', async (_, status, body) => {
    expect(await client(answering(status, body).ask).readBalance()).toBeUndefined()
  })
})

describe('a report of seven.io', () => {
  const hook = (data: object) => ({
    data: { msg_id: '77149843739', ...data },
    webhook_event: 'dlr',
    webhook_timestamp: '2021-08-24T08:08:00+02:00',
  })

  it.each([
    ['DELIVERED', 'delivered'],
    ['NOTDELIVERED', 'not delivered'],
    ['EXPIRED', 'not delivered'],
    ['REJECTED', 'not delivered'],
    ['FAILED', 'not delivered'],
    ['BUFFERED', 'pending'],
    ['TRANSMITTED', 'sent'],
    ['ACCEPTED', 'sent'],
    ['delivered', 'delivered'],
  ])('of %s means: %s', (word, status) => {
    const timestamp = '2021-08-24 08:08:00.000000'
    expect(readSevenioReport(hook({ status: word, timestamp }))).toEqual({
      messageId: '77149843739',
      logUuid: undefined,
      status,
      at: Date.parse('2021-08-24T08:08:00+02:00'),
    })
  })

  it.each([
    ['2026-12-24 18:00:00', '2026-12-24T18:00:00+01:00'],
    ['2026-12-24T18:00:00', '2026-12-24T18:00:00+01:00'],
    ['2026-12-24T18:00:00+00:00', '2026-12-24T18:00:00Z'],
  ])('that tells the time as %s means %s', (timestamp, iso) => {
    expect(readSevenioReport(hook({ status: 'DELIVERED', timestamp }))?.at).toBe(Date.parse(iso))
  })

  it('comes flat too, without a time and with our own reference', () => {
    expect(readSevenioReport({ msg_id: 77_149_843_739, status: 'DELIVERED', foreign_id: 'ours' })).toEqual({
      messageId: '77149843739',
      logUuid: 'ours',
      status: 'delivered',
      at: undefined,
    })
    expect(readSevenioReport(hook({ status: 'DELIVERED', timestamp: 'gestern' }))?.at).toBeUndefined()
  })

  it.each([
    [hook({ status: 'UNKNOWN' })],
    [hook({ status: 'CONSTRUCTOR' })],
    [hook({})],
    [{ data: { sender: '+436641234567', text: 'Nein' }, webhook_event: 'sms_mo' }],
    [{ status: 'DELIVERED' }],
    ['DELIVERED'],
    [null],
  ])('is not %j', (sent) => {
    expect(readSevenioReport(sent)).toBeUndefined()
  })
})

describe('the journal of seven.io', () => {
  const collect = async (since = app.ctx().now) => {
    const cached: DeliveryReport[] = []
    const all = await client().collectReports(since, (reports) => void cached.push(...reports))
    return { all, cached }
  }

  it('tells of all messages since that day, page after page', async () => {
    for (let nr = 0; nr < 120; nr++)
      await client().send({ ...MESSAGE, text: `Nr. ${nr}`, logUuid: `nr-${nr}` })
    const [first] = app.sevenio.taken
    if (first) app.sevenio.report(first, 'DELIVERED')
    const { all, cached } = await collect()
    expect([all, cached.length]).toEqual([true, 120])
    expect(cached[0]).toEqual({
      messageId: first?.id,
      logUuid: 'nr-0',
      status: 'delivered',
      at: app.ctx().now,
    })
    app.pass(48 * HOUR)
    expect(await collect()).toEqual({ all: true, cached: [] })
  })

  it('is not complete when the provider fails on the way', async () => {
    app.sevenio.faults.expect(500)
    expect(await collect()).toEqual({ all: false, cached: [] })
  })
})
