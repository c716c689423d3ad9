import { beforeEach, describe, expect, it } from 'vitest'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { answering, openSmsApp, type SmsApp, TEXT_MESSAGE } from '../../testing/sms-app.ts'
import type { ProviderClient } from './provider.ts'
import { openProvider } from './providers.ts'

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

/** Returns an answer of ClickSend. */
const envelope = (data: unknown, http_code = 200, response_code = 'SUCCESS') => ({
  ...{ http_code, response_code, response_msg: '', data },
})

/** Returns an answer of seven.io that refuses the message. */
const failedWith = (success: string, error: number | null) => ({
  ...{ success, messages: [{ success: false, error }] },
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
