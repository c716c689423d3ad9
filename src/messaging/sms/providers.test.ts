import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { answering, openSmsApp, type SmsApp, TEXT_MESSAGE } from '../../testing/sms-app.ts'
import type { DeliveryReport, ProviderClient } from './provider.ts'
import { openProvider, readReport } from './providers.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
  app.setUpSevenio()
})

const client = (name: SmsProvider, httpFetch = app.httpFetch) =>
  openProvider(app.ctx(), name, httpFetch) as ProviderClient
const send = (name: SmsProvider, httpFetch = app.httpFetch) => client(name, httpFetch).send(TEXT_MESSAGE)
const sendAnswered = (name: SmsProvider, status: number, body: unknown) =>
  send(name, answering(status, body).httpFetch)

/** Collects the reports on messages of the last minute. */
async function collect(name: SmsProvider) {
  const stored: DeliveryReport[] = []
  const all = await client(name).collectReports(app.ctx().now, (reports) => void stored.push(...reports))
  return { all, stored }
}

/** Returns an answer of ClickSend. */
const envelope = (data: unknown, http_code = 200, response_code = 'SUCCESS') => ({
  ...{ http_code, response_code, response_msg: '', data },
})

/** Returns an answer of seven.io that refuses the message. */
const failedWith = (success: string, error: number | null) => ({
  ...{ success, messages: [{ success: false, error }] },
})
const hook = (data: object) => ({
  data: { msg_id: '77149843739', ...data },
  webhook_event: 'dlr',
  webhook_timestamp: '2021-08-24T08:08:00+02:00',
})

describe.each(SMS_PROVIDERS)('a message to %s', (name) => {
  it('without an answer may have been sent, unless there was no connection', async () => {
    app[name].faults.expect('unreachable', 'silence')
    expect(await send(name)).toMatchObject({ ok: false, kind: 'temporary' })
    expect(await send(name)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('follows no redirect', async () => {
    const { httpFetch, asked } = answering(500, '')
    await send(name, httpFetch)
    expect(asked[0]?.[1]).toMatchObject({ method: 'POST', redirect: 'error' })
  })
})

describe('a message', () => {
  it('goes to ClickSend as JSON', async () => {
    const { httpFetch, asked } = answering(500, '')
    await send('clicksend', httpFetch)
    const [[url, init] = []] = asked
    expect(url).toBe('https://rest.clicksend.com/v3/sms/send')
    expect(new Headers(init?.headers).get('authorization')).toBe(`Basic ${btoa('demo:demo-key')}`)
    const { to, text: body, logUuid: custom_string } = TEXT_MESSAGE
    const message = { to, body, from: 'Ordination', source: 'ordi', custom_string }
    expect(JSON.parse(String(init?.body))).toEqual({ messages: [message] })
  })

  it('goes to seven.io as a form', async () => {
    const { httpFetch, asked } = answering(500, '')
    await send('sevenio', httpFetch)
    const [[url, init] = []] = asked
    expect(url).toBe('https://gateway.seven.io/api/sms')
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      'x-api-key': 'demo-key',
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    })
    const { to, text, logUuid: foreign_id } = TEXT_MESSAGE
    const form = new URLSearchParams(String(init?.body))
    expect(Object.fromEntries(form)).toEqual({ to, text, from: 'Ordi', foreign_id })
  })

  it('has no sender when none is set: ClickSend takes a shared number, and seven.io refuses an empty one', async () => {
    app.setUpClicksend({ CLICKSEND_FROM: '' })
    app.setUpSevenio({ SEVENIO_FROM: '' })
    for (const name of SMS_PROVIDERS) expect(await send(name)).toMatchObject({ ok: true })
    expect(app.clicksend.taken).toMatchObject([{ from: '' }])
  })

  it('that is accepted returns id, price and sender', async () => {
    const accepted = { ok: true, sendStatus: 'SUCCESS', sender: 'Ordination', priceMillicents: 7_260 }
    expect(await send('clicksend')).toEqual({ ...accepted, messageId: app.clicksend.taken[0]?.id })
    const other = { ok: true, sendStatus: '100', messageId: '77229318510', priceMillicents: 7_500 }
    expect(await send('sevenio')).toEqual({ ...other, sender: 'Ordi' })
  })

  it.each([
    ['a text', {}, null, 7_000],
    ['a number', { message_price: 0.0726 }, null, 7_260],
    ['another currency', {}, { currency_name_short: 'AUD' }, undefined],
    ['nothing', { message_price: null }, null, undefined],
  ])('has %s as its price in the example of developers.clicksend.com', async (...given) => {
    const [, changes, _currency, priceMillicents] = given
    const message = {
      ...{ direction: 'out', date: 1436871253, to: '+61411111111', from: 'sendmobile', schedule: 1436874701 },
      ...{ body: 'Jelly liquorice marshmallow candy carrot cake 4Eyffjs1vL.', message_parts: 1 },
      ...{ message_id: 'BF7AD270-0DE2-418B-B606-71D527D9C1AE', message_price: '0.07', status: 'SUCCESS' },
      ...{ custom_string: 'this is a test', user_id: 1, subaccount_id: 1, country: 'AU', carrier: 'Telstra' },
      ...changes,
    }
    const accepted = { ok: true, sendStatus: 'SUCCESS', messageId: message.message_id, sender: 'sendmobile' }
    const body = envelope({ queued_count: 1, messages: [message], _currency })
    expect(await sendAnswered('clicksend', 200, body)).toEqual({ ...accepted, priceMillicents })
  })

  it('is read as in the example of docs.seven.io, or from a bare code without an id', async () => {
    const message = {
      ...{ id: '77229318510', sender: 'sms', recipient: '491716992343', text: 'Test message', price: 0.075 },
      ...{ encoding: 'gsm', label: null, parts: 1, udh: null, is_binary: false },
      ...{ success: true, error: null, error_text: null },
    }
    const body = { success: '100', total_price: 0.075, balance: 46.748, debug: 'false', sms_type: 'direct' }
    const accepted = { ok: true, sendStatus: '100', sender: 'sms', priceMillicents: 7_500 }
    expect(await sendAnswered('sevenio', 200, { ...body, messages: [message] })).toEqual({
      ...accepted,
      messageId: '77229318510',
    })
    const bare = { ok: true, messageId: undefined, priceMillicents: undefined }
    expect(await sendAnswered('sevenio', 200, '100\n77229318510')).toMatchObject(bare)
  })

  // ClickSend refuses the message or the envelope, seven.io the whole or the one recipient.
  it.each<[SmsProvider, string, string[]]>([
    ['clicksend', 'recipient', ['INVALID_RECIPIENT']],
    ['clicksend', 'repeated', ['THROTTLED']],
    ['clicksend', 'temporary', ['INTERNAL_ERROR', 'SOMETHING_IS_WRONG']],
    ['clicksend', 'configuration', ['MISSING_CREDENTIALS', 'INVALID_CREDENTIALS', 'ACCOUNT_NOT_ACTIVATED']],
    ['clicksend', 'configuration', ['INVALID_SENDER_ID', 'REGISTRATION_NEEDED', 'INSUFFICIENT_CREDIT']],
    ['clicksend', 'configuration', ['NOT_ENOUGH_PERMISSION_TO_LIST_ID']],
    [
      'clicksend',
      'message',
      ['COUNTRY_NOT_ENABLED', 'ALREADY_EXISTS', 'EMPTY_MESSAGE', 'TOO_MANY_RECIPIENTS'],
    ],
    [
      'clicksend',
      'message',
      ['MISSING_REQUIRED_FIELDS', 'INVALID_SCHEDULE', 'A_WORD_OF_TOMORROW', 'constructor'],
    ],
    ['sevenio', 'recipient', ['202']],
    ['sevenio', 'limit', ['403']],
    ['sevenio', 'repeated', ['402']],
    ['sevenio', 'temporary', ['11', '600', '700']],
    ['sevenio', 'configuration', ['201', '300', '306', '500', '900', '901', '902', '903']],
    ['sevenio', 'message', ['301', '304', '305', '308', '400', '401', '801', '802', '999']],
  ])('that %s refuses is a fault of kind %s: %j', async (name, kind, codes) => {
    for (const code of codes) {
      app[name].faults.expect(code, `${name === 'clicksend' ? 'envelope' : '101'}:${code}`)
      const fault = { ok: false, kind, sendStatus: code, detail: expect.stringContaining(code) }
      expect([await send(name), await send(name)]).toEqual([fault, fault])
    }
    expect(app[name].taken).toEqual([])
  })

  it.each([
    [400, 'INSUFFICIENT_CREDIT', 'configuration'],
    [400, 'BAD_REQUEST', 'message'],
    [401, 'UNAUTHORIZED', 'configuration'],
    [403, '', 'configuration'],
    [429, 'HTTP_TOO_MANY_REQUESTS', 'temporary'],
    [500, 'INTERNAL_ERROR', 'unknown'],
  ])(
    'that gets HTTP %i %s of ClickSend, also within a 200, is a fault of kind %s',
    async (status, code, kind) => {
      for (const http of [status, 200])
        expect(await sendAnswered('clicksend', http, envelope(null, status, code))).toMatchObject({
          ok: false,
          kind,
        })
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
  ])('that seven.io refuses is understood from %s', async (_, status, body, sendStatus, kind) => {
    expect(await sendAnswered('sevenio', status, body)).toMatchObject({ ok: false, kind, sendStatus })
  })

  it.each<[SmsProvider, string, unknown]>([
    ['clicksend', 'no JSON', '<html>'],
    ['clicksend', 'no message', envelope({ messages: [] })],
    ['clicksend', 'no list', envelope(null)],
    ['clicksend', 'nothing', ''],
    ['sevenio', 'no JSON', '<html>'],
    ['sevenio', 'no message', { success: '100', messages: [] }],
    ['sevenio', 'something else', []],
    ['sevenio', 'nothing', ''],
  ])('that %s answers with %s may have been sent', async (name, _, body) => {
    expect(await sendAnswered(name, 200, body)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('that is refused keeps only the code', async () => {
    const body = envelope({ messages: [{ status: 'bad number +436641234567' }] })
    expect(JSON.stringify(await sendAnswered('clicksend', 200, body))).not.toContain('664')
  })
})

describe('the balance', () => {
  it('is the amount as it is written, in the currency of the account, and no more', async () => {
    expect(await client('clicksend').readBalance()).toEqual({ amount: '1117.461060', currency: 'EUR' })
    for (const [body, amount] of [
      [{ amount: 593.994, currency: 'EUR' }, '593.994'],
      ['290.67', '290.67'],
    ]) {
      const { httpFetch } = answering(200, body)
      expect(await client('sevenio', httpFetch).readBalance()).toEqual({ amount, currency: 'EUR' })
    }
  })

  it.each<[SmsProvider, string, number, unknown]>([
    ['clicksend', 'a refusal', 401, envelope(null, 401, 'UNAUTHORIZED')],
    ['clicksend', 'no number', 200, envelope({ balance: 'much' })],
    ['clicksend', 'an empty text', 200, envelope({ balance: '' })],
    ['clicksend', 'something else', 200, '<html>'],
    ['sevenio', 'a refused key', 200, '900'],
    ['sevenio', 'a refused key as a number', 200, 900],
    ['sevenio', 'a key without the right', 200, '902'],
    ['sevenio', 'an HTTP 401', 401, { amount: 1, currency: 'EUR' }],
    ['sevenio', 'something else', 200, '<html>'],
    ['sevenio', 'nothing', 200, ''],
  ])('at %s is unknown after %s', async (name, _, status, body) => {
    expect(await client(name, answering(status, body).httpFetch).readBalance()).toBeUndefined()
  })
})

describe('a report', () => {
  const ID = '1F0A2B3C-94AA-6680-BD8D-C3672D07D82A'

  it.each([
    ['200', 'sent'],
    ['201', 'delivered'],
    ['300', 'pending'],
    ['301', 'not delivered'],
    [201, 'delivered'],
  ])('of ClickSend with %s means: %s', (status_code, status) => {
    const pushed = { message_id: ID, status_code, custom_string: 'ours', timestamp: '1442381791' }
    const read = { messageId: ID, logUuid: 'ours', status, at: 1_442_381_791_000 }
    expect(readReport('clicksend', pushed)).toEqual(read)
    const unnamed = { ...pushed, custom_string: '', timestamp: 'x' }
    expect(readReport('clicksend', unnamed)).toEqual({ ...read, logUuid: undefined, at: undefined })
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
  ])('of seven.io with %s means: %s', (word, status) => {
    const at = Date.parse('2021-08-24T08:08:00+02:00')
    expect(readReport('sevenio', hook({ status: word, timestamp: '2021-08-24 08:08:00.000000' }))).toEqual({
      ...{ messageId: '77149843739', logUuid: undefined, status, at },
    })
  })

  it.each([
    ['2026-12-24 18:00:00', Date.parse('2026-12-24T18:00:00+01:00')],
    ['2026-12-24T18:00:00', Date.parse('2026-12-24T18:00:00+01:00')],
    ['2026-12-24T18:00:00+00:00', Date.parse('2026-12-24T18:00:00Z')],
    ['gestern', undefined],
  ])('of seven.io with the time "%s" is of the instant %s', (timestamp, at) => {
    expect(readReport('sevenio', hook({ status: 'DELIVERED', timestamp }))?.at).toBe(at)
  })

  it('of seven.io comes flat too, without a time and with our own reference', () => {
    const flat = { msg_id: 77_149_843_739, status: 'DELIVERED', foreign_id: 'ours' }
    const read = { messageId: '77149843739', logUuid: 'ours', status: 'delivered', at: undefined }
    expect(readReport('sevenio', flat)).toEqual(read)
  })

  it.each<[SmsProvider, unknown]>([
    ['clicksend', { message_id: ID, status_code: '999' }],
    ['clicksend', { message_id: ID, status_code: 'constructor' }],
    ['clicksend', { message_id: ID }],
    ['clicksend', { message_id: '', status_code: '201' }],
    ['clicksend', '201'],
    ['clicksend', null],
    ['sevenio', hook({ status: 'UNKNOWN' })],
    ['sevenio', hook({ status: 'CONSTRUCTOR' })],
    ['sevenio', hook({})],
    ['sevenio', { data: { sender: '+436641234567', text: 'Nein' }, webhook_event: 'sms_mo' }],
    ['sevenio', { status: 'DELIVERED' }],
    ['sevenio', 'DELIVERED'],
    ['sevenio', null],
  ])('of %s is not %j', (name, sent) => {
    expect(readReport(name, sent)).toBeUndefined()
  })
})

describe('the unread receipts of ClickSend', () => {
  const count = async () => {
    const { all, stored } = await collect('clicksend')
    return { all, stored: stored.length }
  }
  const report = async (many: number) => {
    await send('clicksend')
    const [message] = app.clicksend.taken
    for (let i = 0; i < many; i++) if (message) app.clicksend.report(message, 201)
  }

  it('are all read, page after page, and stay unread for five minutes', async () => {
    expect(await count()).toEqual({ all: true, stored: 0 })
    await report(250)
    expect(await count()).toEqual({ all: true, stored: 250 })
    expect(app.clicksend.unread()).toBe(250)
    app.pass(5 * MINUTE + 1_000)
    expect(await count()).toEqual({ all: true, stored: 250 })
    expect(await count()).toEqual({ all: true, stored: 0 })
  })

  it('of more than ten pages are read in several runs, and stay unread until the last page is stored', async () => {
    await report(2_150)
    app.pass(6 * MINUTE)
    expect(await count()).toEqual({ all: true, stored: 1_000 })
    expect(app.clicksend.unread()).toBe(2_150)
    app.pass(5 * MINUTE)
    expect(await count()).toEqual({ all: true, stored: 1_000 })
    app.pass(5 * MINUTE)
    expect(await count()).toEqual({ all: true, stored: 150 })
    expect(app.clicksend.unread()).toBe(0)
  })

  it('are read from the first page again when others marked some meanwhile', async () => {
    await report(1_250)
    app.pass(6 * MINUTE)
    await count()
    app.clicksend.markRead(1_200)
    app.pass(5 * MINUTE)
    await count()
    expect(app.clicksend.unread()).toBe(50)
    app.pass(5 * MINUTE)
    expect(await count()).toEqual({ all: true, stored: 50 })
    expect(app.clicksend.unread()).toBe(0)
  })

  it('are not marked as read before they are stored', async () => {
    await report(1)
    app.pass(6 * MINUTE)
    const broken = client('clicksend').collectReports(app.ctx().now, () => {
      throw new Error('disk full')
    })
    await expect(broken).rejects.toThrow('disk full')
    expect(app.clicksend.unread()).toBe(1)
  })

  it('are read up to where the provider fails', async () => {
    await report(250)
    app.clicksend.faults.expect(undefined, 500)
    expect(await count()).toEqual({ all: false, stored: 100 })
  })
})

describe('the journal of seven.io', () => {
  it('has all messages since that day, page after page', async () => {
    for (let i = 0; i < 120; i++)
      await client('sevenio').send({ ...TEXT_MESSAGE, text: `Nr. ${i}`, logUuid: `nr-${i}` })
    const [first] = app.sevenio.taken
    if (first) app.sevenio.report(first, 'DELIVERED')
    const { all, stored } = await collect('sevenio')
    expect([all, stored.length]).toEqual([true, 120])
    const report = { messageId: first?.id, logUuid: 'nr-0', status: 'delivered', at: app.ctx().now }
    expect(stored[0]).toEqual(report)
    app.pass(48 * HOUR)
    expect(await collect('sevenio')).toEqual({ all: true, stored: [] })
  })

  it('is not complete when the provider fails on the way', async () => {
    app.sevenio.faults.expect(500)
    expect(await collect('sevenio')).toEqual({ all: false, stored: [] })
  })
})
