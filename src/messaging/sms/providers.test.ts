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

  it.each<{ price: string; changes?: object; currency?: object; priceMillicents: number | undefined }>([
    { price: 'a text', priceMillicents: 7_000 },
    { price: 'a number', changes: { message_price: 0.0726 }, priceMillicents: 7_260 },
    {
      price: 'one in another currency',
      currency: { currency_name_short: 'AUD' },
      priceMillicents: undefined,
    },
    { price: 'none', changes: { message_price: null }, priceMillicents: undefined },
  ])(
    'has $price as its price in the example of developers.clicksend.com',
    async ({ changes, currency = null, priceMillicents }) => {
      const message = {
        ...{
          direction: 'out',
          date: 1436871253,
          to: '+61411111111',
          from: 'sendmobile',
          schedule: 1436874701,
        },
        ...{ body: 'Jelly liquorice marshmallow candy carrot cake 4Eyffjs1vL.', message_parts: 1 },
        ...{ message_id: 'BF7AD270-0DE2-418B-B606-71D527D9C1AE', message_price: '0.07', status: 'SUCCESS' },
        ...{
          custom_string: 'this is a test',
          user_id: 1,
          subaccount_id: 1,
          country: 'AU',
          carrier: 'Telstra',
        },
        ...changes,
      }
      const accepted = {
        ok: true,
        sendStatus: 'SUCCESS',
        messageId: message.message_id,
        sender: 'sendmobile',
      }
      const body = envelope({ queued_count: 1, messages: [message], _currency: currency })
      expect(await sendAnswered('clicksend', 200, body)).toEqual({ ...accepted, priceMillicents })
    },
  )

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

  it.each<{ name: SmsProvider; kind: string; codes: string[] }>([
    { name: 'clicksend', kind: 'recipient', codes: ['INVALID_RECIPIENT'] },
    { name: 'clicksend', kind: 'repeated', codes: ['THROTTLED'] },
    { name: 'clicksend', kind: 'temporary', codes: ['INTERNAL_ERROR', 'SOMETHING_IS_WRONG'] },
    {
      name: 'clicksend',
      kind: 'configuration',
      codes: ['MISSING_CREDENTIALS', 'INVALID_CREDENTIALS', 'ACCOUNT_NOT_ACTIVATED'],
    },
    {
      name: 'clicksend',
      kind: 'configuration',
      codes: ['INVALID_SENDER_ID', 'REGISTRATION_NEEDED', 'INSUFFICIENT_CREDIT'],
    },
    { name: 'clicksend', kind: 'configuration', codes: ['NOT_ENOUGH_PERMISSION_TO_LIST_ID'] },
    {
      name: 'clicksend',
      kind: 'message',
      codes: ['COUNTRY_NOT_ENABLED', 'ALREADY_EXISTS', 'EMPTY_MESSAGE', 'TOO_MANY_RECIPIENTS'],
    },
    {
      name: 'clicksend',
      kind: 'message',
      codes: ['MISSING_REQUIRED_FIELDS', 'INVALID_SCHEDULE', 'A_WORD_OF_TOMORROW', 'constructor'],
    },
    { name: 'sevenio', kind: 'recipient', codes: ['202'] },
    { name: 'sevenio', kind: 'limit', codes: ['403'] },
    { name: 'sevenio', kind: 'repeated', codes: ['402'] },
    { name: 'sevenio', kind: 'temporary', codes: ['11', '600', '700'] },
    {
      name: 'sevenio',
      kind: 'configuration',
      codes: ['201', '300', '306', '500', '900', '901', '902', '903'],
    },
    {
      name: 'sevenio',
      kind: 'message',
      codes: ['301', '304', '305', '308', '400', '401', '801', '802', '999'],
    },
  ])('that $name refuses is a fault of the kind $kind: $codes', async ({ name, kind, codes }) => {
    // ClickSend refuses the message or the envelope, seven.io the one recipient or the whole.
    const whole = name === 'clicksend' ? 'envelope' : '101'
    for (const code of codes) {
      app[name].faults.expect(code, `${whole}:${code}`)
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

  it.each<{ from: string; status?: number; body: unknown; sendStatus: string; kind: string }>([
    { from: 'a bare number', body: 500, sendStatus: '500', kind: 'configuration' },
    { from: 'a bare text', body: '"500"', sendStatus: '500', kind: 'configuration' },
    {
      from: 'a bare text that is no JSON',
      body: '500\nCredit too low',
      sendStatus: '500',
      kind: 'configuration',
    },
    { from: 'a number in the object', body: { success: 500 }, sendStatus: '500', kind: 'configuration' },
    {
      from: 'no list of messages',
      body: { success: '500', messages: null },
      sendStatus: '500',
      kind: 'configuration',
    },
    {
      from: 'a wrong key under HTTP 401',
      status: 401,
      body: { success: '900' },
      sendStatus: '900',
      kind: 'configuration',
    },
    {
      from: 'a refused message under a 100',
      body: failedWith('100', 202),
      sendStatus: '202',
      kind: 'recipient',
    },
    {
      from: 'a refused message without a reason',
      body: failedWith('101', null),
      sendStatus: '101',
      kind: 'message',
    },
    { from: 'HTTP 429 without a body', status: 429, body: '', sendStatus: 'HTTP 429', kind: 'temporary' },
    { from: 'HTTP 403 without a body', status: 403, body: '', sendStatus: 'HTTP 403', kind: 'configuration' },
    { from: 'HTTP 400 without a body', status: 400, body: '', sendStatus: 'ohne Code', kind: 'message' },
    { from: 'HTTP 500 whatever its body', status: 500, body: '202', sendStatus: 'HTTP 500', kind: 'unknown' },
  ])('that seven.io refuses is understood from $from', async ({ status = 200, body, sendStatus, kind }) => {
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
