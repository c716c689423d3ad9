import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { answering, openSmsApp, type SmsApp, TEXT_MESSAGE } from '../../testing/sms-app.ts'
import { openClicksend, readClicksendReport } from './clicksend.ts'
import type { DeliveryReport, ProviderClient } from './provider.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

const client = (httpFetch = app.httpFetch) => openClicksend(app.ctx(), httpFetch) as ProviderClient
const send = (httpFetch = app.httpFetch) => client(httpFetch).send(TEXT_MESSAGE)
const sendAnswered = (status: number, body: unknown) => send(answering(status, body).httpFetch)

const envelope = (data: unknown, http_code = 200, response_code = 'SUCCESS') => ({
  http_code,
  response_code,
  response_msg: '',
  data,
})

/** The example of developers.clicksend.com for an accepted message. */
const ACCEPTED = {
  direction: 'out',
  date: 1436871253,
  to: '+61411111111',
  body: 'Jelly liquorice marshmallow candy carrot cake 4Eyffjs1vL.',
  from: 'sendmobile',
  schedule: 1436874701,
  message_id: 'BF7AD270-0DE2-418B-B606-71D527D9C1AE',
  message_parts: 1,
  message_price: '0.07',
  custom_string: 'this is a test',
  user_id: 1,
  subaccount_id: 1,
  country: 'AU',
  carrier: 'Telstra',
  status: 'SUCCESS',
}

describe('a message to ClickSend', () => {
  it('is sent in its wire format', async () => {
    const { httpFetch, asked } = answering(500, '')
    await send(httpFetch)
    const [[url, init] = []] = asked
    expect(url).toBe('https://rest.clicksend.com/v3/sms/send')
    expect(init).toMatchObject({ method: 'POST', redirect: 'error' })
    expect(new Headers(init?.headers).get('authorization')).toBe(`Basic ${btoa('demo:demo-key')}`)
    expect(JSON.parse(String(init?.body))).toEqual({
      messages: [
        {
          to: '+436641234567',
          body: 'Ihr Termin ist bestätigt.',
          from: 'Ordination',
          source: 'ordi',
          custom_string: 'our-reference',
        },
      ],
    })
  })

  it('that is accepted returns id, price and sender', async () => {
    expect(await send()).toEqual({
      ok: true,
      sendStatus: 'SUCCESS',
      messageId: app.clicksend.taken[0]?.id,
      sender: 'Ordination',
      priceMillicents: 7_260,
    })
  })

  it('has no sender when none is set: a shared number', async () => {
    app.setUpClicksend({ CLICKSEND_FROM: '' })
    await send()
    expect(app.clicksend.taken).toMatchObject([{ from: '' }])
  })

  it.each([
    ['a text', {}, null, 7_000],
    ['a number', { message_price: 0.0726 }, null, 7_260],
    ['another currency', {}, { currency_name_short: 'AUD' }, undefined],
    ['nothing', { message_price: null }, null, undefined],
  ])('reads %s as its price', async (_, changes, _currency, priceMillicents) => {
    const body = envelope({ queued_count: 1, messages: [{ ...ACCEPTED, ...changes }], _currency })
    expect(await sendAnswered(200, body)).toEqual({
      ok: true,
      sendStatus: 'SUCCESS',
      messageId: ACCEPTED.message_id,
      sender: 'sendmobile',
      priceMillicents,
    })
  })

  it.each([
    ['recipient', ['INVALID_RECIPIENT']],
    ['repeated', ['THROTTLED']],
    ['temporary', ['INTERNAL_ERROR', 'SOMETHING_IS_WRONG']],
    ['configuration', ['MISSING_CREDENTIALS', 'INVALID_CREDENTIALS', 'ACCOUNT_NOT_ACTIVATED']],
    ['configuration', ['INVALID_SENDER_ID', 'REGISTRATION_NEEDED', 'INSUFFICIENT_CREDIT']],
    ['configuration', ['NOT_ENOUGH_PERMISSION_TO_LIST_ID']],
    ['message', ['COUNTRY_NOT_ENABLED', 'ALREADY_EXISTS', 'EMPTY_MESSAGE', 'TOO_MANY_RECIPIENTS']],
    ['message', ['MISSING_REQUIRED_FIELDS', 'INVALID_SCHEDULE', 'A_WORD_OF_TOMORROW', 'constructor']],
  ])('that is refused, in the message or the envelope, is a fault of kind %s: %j', async (kind, codes) => {
    for (const code of codes) {
      app.clicksend.faults.expect(code, `envelope:${code}`)
      const fault = { ok: false, kind, sendStatus: code, detail: expect.stringContaining(code) }
      expect([await send(), await send()]).toEqual([fault, fault])
    }
    expect(app.clicksend.taken).toEqual([])
  })

  it.each([
    [400, 'INSUFFICIENT_CREDIT', 'configuration'],
    [400, 'BAD_REQUEST', 'message'],
    [401, 'UNAUTHORIZED', 'configuration'],
    [403, '', 'configuration'],
    [429, 'HTTP_TOO_MANY_REQUESTS', 'temporary'],
    [500, 'INTERNAL_ERROR', 'unknown'],
  ])('that gets HTTP %i %s, also within a 200, is a fault of kind %s', async (status, code, kind) => {
    for (const http of [status, 200])
      expect(await sendAnswered(http, envelope(null, status, code))).toMatchObject({ ok: false, kind })
  })

  it.each([
    ['no JSON', '<html>'],
    ['no message', envelope({ messages: [] })],
    ['no list', envelope(null)],
    ['nothing', ''],
  ])('that is answered with %s may have been sent', async (_, body) => {
    expect(await sendAnswered(200, body)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('without an answer may have been sent, unless there was no connection', async () => {
    app.clicksend.faults.expect('unreachable', 'silence')
    expect(await send()).toMatchObject({ ok: false, kind: 'temporary' })
    expect(await send()).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('keeps only the code of a refusal', async () => {
    const refused = await sendAnswered(200, envelope({ messages: [{ status: 'bad number +436641234567' }] }))
    expect(JSON.stringify(refused)).not.toContain('664')
  })
})

describe('the balance at ClickSend', () => {
  it('is the amount as it is written, in the currency of the account, and no more', async () => {
    expect(await client().readBalance()).toEqual({ amount: '1117.461060', currency: 'EUR' })
  })

  it.each([
    ['a refusal', 401, envelope(null, 401, 'UNAUTHORIZED')],
    ['no number', 200, envelope({ balance: 'much' })],
    ['an empty text', 200, envelope({ balance: '' })],
    ['something else', 200, '<html>'],
  ])('is unknown after %s', async (_, status, body) => {
    expect(await client(answering(status, body).httpFetch).readBalance()).toBeUndefined()
  })
})

describe('a receipt of ClickSend', () => {
  const ID = '1F0A2B3C-94AA-6680-BD8D-C3672D07D82A'
  it.each([
    ['200', 'sent'],
    ['201', 'delivered'],
    ['300', 'pending'],
    ['301', 'not delivered'],
    [201, 'delivered'],
  ])('of %s means: %s', (status_code, status) => {
    const pushed = { message_id: ID, status_code, custom_string: 'ours', timestamp: '1442381791' }
    const read = { messageId: ID, logUuid: 'ours', status, at: 1_442_381_791_000 }
    expect(readClicksendReport(pushed)).toEqual(read)
    const unnamed = { ...pushed, custom_string: '', timestamp: 'x' }
    expect(readClicksendReport(unnamed)).toEqual({ ...read, logUuid: undefined, at: undefined })
  })

  it.each([
    [{ message_id: ID, status_code: '999' }],
    [{ message_id: ID, status_code: 'constructor' }],
    [{ message_id: ID }],
    [{ message_id: '', status_code: '201' }],
    ['201'],
    [null],
  ])('is not %j', (sent) => {
    expect(readClicksendReport(sent)).toBeUndefined()
  })
})

describe('the unread receipts of ClickSend', () => {
  const collect = async () => {
    const stored: DeliveryReport[] = []
    const all = await client().collectReports(app.ctx().now, (reports) => void stored.push(...reports))
    return { all, stored: stored.length }
  }
  const report = async (count: number) => {
    await send()
    const [message] = app.clicksend.taken
    for (let nr = 0; nr < count; nr++) if (message) app.clicksend.report(message, 201)
  }

  it('are all read, page after page, and stay unread for five minutes', async () => {
    expect(await collect()).toEqual({ all: true, stored: 0 })
    await report(250)
    expect(await collect()).toEqual({ all: true, stored: 250 })
    expect(app.clicksend.unread()).toBe(250)
    app.pass(5 * MINUTE + 1_000)
    expect(await collect()).toEqual({ all: true, stored: 250 })
    expect(await collect()).toEqual({ all: true, stored: 0 })
  })

  it('are not marked as read before they are stored', async () => {
    await report(1)
    app.pass(6 * MINUTE)
    const broken = client().collectReports(app.ctx().now, () => {
      throw new Error('disk full')
    })
    await expect(broken).rejects.toThrow('disk full')
    expect(app.clicksend.unread()).toBe(1)
  })

  it('are read up to where the provider fails', async () => {
    await report(250)
    app.clicksend.faults.expect(undefined, 500)
    expect(await collect()).toEqual({ all: false, stored: 100 })
  })
})
