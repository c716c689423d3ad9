import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR } from '../../shared/day.ts'
import { answering, openSmsApp, type SmsApp, TEXT_MESSAGE } from '../../testing/sms-app.ts'
import type { DeliveryReport, ProviderClient } from './provider.ts'
import { openSevenio, readSevenioReport } from './sevenio.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpSevenio()
})

const client = (httpFetch = app.httpFetch) => openSevenio(app.ctx(), httpFetch) as ProviderClient
const send = (httpFetch = app.httpFetch) => client(httpFetch).send(TEXT_MESSAGE)
const sendAnswered = (status: number, body: unknown) => send(answering(status, body).httpFetch)

describe('a message to seven.io', () => {
  it('is sent in its wire format', async () => {
    const { httpFetch, asked } = answering(500, '')
    await send(httpFetch)
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

  it('that is accepted returns id, price and sender, as in the example of docs.seven.io', async () => {
    const message = {
      id: '77229318510',
      sender: 'sms',
      recipient: '491716992343',
      text: 'Test message',
      encoding: 'gsm',
      label: null,
      parts: 1,
      udh: null,
      is_binary: false,
      price: 0.075,
      success: true,
      error: null,
      error_text: null,
    }
    const body = { success: '100', total_price: 0.075, balance: 46.748, debug: 'false', sms_type: 'direct' }
    const accepted = { ok: true, sendStatus: '100', messageId: '77229318510', priceMillicents: 7_500 }
    expect(await sendAnswered(200, { ...body, messages: [message] })).toEqual({ ...accepted, sender: 'sms' })
    expect(await send()).toEqual({ ...accepted, sender: 'Ordi' })
  })

  it('has no sender when none is set, because an empty one is refused', async () => {
    app.setUpSevenio({ SEVENIO_FROM: '' })
    expect(await send()).toMatchObject({ ok: true })
  })

  it.each([
    ['recipient', ['202', '403']],
    ['repeated', ['402']],
    ['temporary', ['11', '600', '700']],
    ['configuration', ['201', '300', '306', '500', '900', '901', '902', '903']],
    ['message', ['301', '304', '305', '308', '400', '401', '801', '802', '999']],
  ])(
    'that is refused, as a whole or for the one recipient, is a fault of kind %s: %j',
    async (kind, codes) => {
      for (const code of codes) {
        app.sevenio.faults.expect(code, `101:${code}`)
        const fault = { ok: false, kind, sendStatus: code, detail: expect.stringContaining(code) }
        expect([await send(), await send()]).toEqual([fault, fault])
      }
      expect(app.sevenio.taken).toEqual([])
    },
  )

  it.each([
    ['a bare number', 200, 500, '500', 'configuration'],
    ['a bare text', 200, '"500"', '500', 'configuration'],
    ['a bare text that is no JSON', 200, '500\nCredit too low', '500', 'configuration'],
    ['a number in the object', 200, { success: 500 }, '500', 'configuration'],
    ['no list of messages', 200, { success: '500', messages: null }, '500', 'configuration'],
    ['a wrong key under HTTP 401', 401, { success: '900' }, '900', 'configuration'],
    ['a refused message under a 100', 200, failedWith('100', 202), '202', 'recipient'],
    ['a refused message without a reason', 200, failedWith('101', null), '101', 'message'],
    ['HTTP 429 without a body', 429, '', 'HTTP 429', 'temporary'],
    ['HTTP 403 without a body', 403, '', 'HTTP 403', 'configuration'],
    ['HTTP 400 without a body', 400, '', 'ohne Code', 'message'],
    ['HTTP 500 whatever its body', 500, '202', 'HTTP 500', 'unknown'],
  ])('understands %s', async (_, status, body, sendStatus, kind) => {
    expect(await sendAnswered(status, body)).toMatchObject({ ok: false, kind, sendStatus })
  })

  it('is accepted when the bare text says so, though without an id', async () => {
    expect(await sendAnswered(200, '100\n77229318510')).toMatchObject({
      ok: true,
      messageId: undefined,
      priceMillicents: undefined,
    })
  })

  it.each([
    ['no JSON', '<html>'],
    ['nothing', ''],
    ['no message', { success: '100', messages: [] }],
    ['something else', []],
  ])('that is answered with %s may have been sent', async (_, body) => {
    expect(await sendAnswered(200, body)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('without an answer may have been sent, unless there was no connection', async () => {
    app.sevenio.faults.expect('unreachable', 'silence')
    expect(await send()).toMatchObject({ ok: false, kind: 'temporary' })
    expect(await send()).toMatchObject({ ok: false, kind: 'unknown' })
  })
})

describe('the balance at seven.io', () => {
  it.each([
    ['amount and currency', { amount: 593.994, currency: 'EUR' }, '593.994'],
    ['euros in plain text', '290.67', '290.67'],
  ])('is read from %s', async (_, body, amount) => {
    expect(await client(answering(200, body).httpFetch).readBalance()).toEqual({ amount, currency: 'EUR' })
  })

  it.each([
    ['a refused key', 200, '900'],
    ['a refused key as a number', 200, 900],
    ['a key without the right', 200, '902'],
    ['an HTTP 401', 401, { amount: 1, currency: 'EUR' }],
    ['something else', 200, '<html>'],
    ['nothing', 200, ''],
  ])('is unknown after %s', async (_, status, body) => {
    expect(await client(answering(status, body).httpFetch).readBalance()).toBeUndefined()
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
    ['2026-12-24 18:00:00', Date.parse('2026-12-24T18:00:00+01:00')],
    ['2026-12-24T18:00:00', Date.parse('2026-12-24T18:00:00+01:00')],
    ['2026-12-24T18:00:00+00:00', Date.parse('2026-12-24T18:00:00Z')],
    ['gestern', undefined],
  ])('with the time "%s" is of the instant %s', (timestamp, at) => {
    expect(readSevenioReport(hook({ status: 'DELIVERED', timestamp }))?.at).toBe(at)
  })

  it('comes flat too, without a time and with our own reference', () => {
    expect(readSevenioReport({ msg_id: 77_149_843_739, status: 'DELIVERED', foreign_id: 'ours' })).toEqual({
      messageId: '77149843739',
      logUuid: 'ours',
      status: 'delivered',
      at: undefined,
    })
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
  const collect = async () => {
    const stored: DeliveryReport[] = []
    const all = await client().collectReports(app.ctx().now, (reports) => void stored.push(...reports))
    return { all, stored }
  }

  it('has all messages since that day, page after page', async () => {
    for (let nr = 0; nr < 120; nr++)
      await client().send({ ...TEXT_MESSAGE, text: `Nr. ${nr}`, logUuid: `nr-${nr}` })
    const [first] = app.sevenio.taken
    if (first) app.sevenio.report(first, 'DELIVERED')
    const { all, stored } = await collect()
    expect([all, stored.length]).toEqual([true, 120])
    const report = { messageId: first?.id, logUuid: 'nr-0', status: 'delivered', at: app.ctx().now }
    expect(stored[0]).toEqual(report)
    app.pass(48 * HOUR)
    expect(await collect()).toEqual({ all: true, stored: [] })
  })

  it('is not complete when the provider fails on the way', async () => {
    app.sevenio.faults.expect(500)
    expect(await collect()).toEqual({ all: false, stored: [] })
  })
})

function failedWith(success: string, error: number | null) {
  return { success, messages: [{ success: false, error }] }
}
