import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { openClicksend, readClicksendReport } from './clicksend.ts'
import type { DeliveryReport, ProviderClient } from './provider.ts'

const MESSAGE = { to: '+436641234567', text: 'Ihr Termin ist bestätigt.', logUuid: 'our-reference' }

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

const client = (ask = app.ask) => openClicksend(app.ctx(), ask) as ProviderClient
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
const envelope = (data: unknown, http_code = 200, response_code = 'SUCCESS') => ({
  http_code,
  response_code,
  response_msg: '',
  data,
})

describe('a message to ClickSend', () => {
  it('goes out in its wire form', async () => {
    const { ask, asked } = answering(500, '')
    await client(ask).send(MESSAGE)
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

  it('that is taken brings id, price and sender', async () => {
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
    ['a number', { message_price: 0.0726 }, { _currency: null }, 7_260],
    [
      'another currency',
      { message_price: '0.0726' },
      { _currency: { currency_name_short: 'AUD' } },
      undefined,
    ],
    ['nothing', {}, {}, undefined],
  ])('reads %s as its price', async (_, message, data, priceMillicents) => {
    const { ask } = answering(200, envelope({ messages: [{ status: 'SUCCESS', ...message }], ...data }))
    expect(await client(ask).send(MESSAGE)).toMatchObject({ ok: true, priceMillicents })
  })

  it('to an impossible number is refused as such', async () => {
    expect(await client().send({ ...MESSAGE, to: '+000' })).toMatchObject({
      ok: false,
      kind: 'recipient',
      sendStatus: 'INVALID_RECIPIENT',
    })
  })

  it.each([
    ['MISSING_CREDENTIALS', 'configuration'],
    ['ACCOUNT_NOT_ACTIVATED', 'configuration'],
    ['INVALID_RECIPIENT', 'recipient'],
    ['THROTTLED', 'repeated'],
    ['INVALID_SENDER_ID', 'configuration'],
    ['INSUFFICIENT_CREDIT', 'configuration'],
    ['INVALID_CREDENTIALS', 'configuration'],
    ['COUNTRY_NOT_ENABLED', 'message'],
    ['ALREADY_EXISTS', 'message'],
    ['EMPTY_MESSAGE', 'message'],
    ['TOO_MANY_RECIPIENTS', 'message'],
    ['MISSING_REQUIRED_FIELDS', 'message'],
    ['INVALID_SCHEDULE', 'message'],
    ['NOT_ENOUGH_PERMISSION_TO_LIST_ID', 'configuration'],
    ['INTERNAL_ERROR', 'temporary'],
    ['SOMETHING_IS_WRONG', 'temporary'],
    ['REGISTRATION_NEEDED', 'configuration'],
    ['A_WORD_OF_TOMORROW', 'message'],
    ['constructor', 'message'],
  ])('that is refused with %s, in the message or the envelope, is a fault of: %s', async (code, kind) => {
    app.clicksend.faults.expect(code, `envelope:${code}`)
    const fault = { ok: false, kind, sendStatus: code, detail: expect.stringContaining(code) }
    expect(await send()).toEqual(fault)
    expect(await send()).toEqual(fault)
    expect(app.clicksend.taken).toEqual([])
  })

  it.each([
    [429, 'temporary'],
    [401, 'configuration'],
    [403, 'configuration'],
    [404, 'configuration'],
    [405, 'configuration'],
    [400, 'message'],
    [500, 'unknown'],
    [502, 'unknown'],
  ])('that meets HTTP %i is a fault of: %s', async (status, kind) => {
    app.clicksend.faults.expect(status)
    expect(await send()).toMatchObject({ ok: false, kind })
  })

  it('with wrong credentials is refused for the settings', async () => {
    app.setUpClicksend({ CLICKSEND_PWD: 'wrong' })
    expect(await send()).toMatchObject({ kind: 'configuration', sendStatus: 'UNAUTHORIZED' })
  })

  it.each([
    [400, 'INSUFFICIENT_CREDIT', 'configuration'],
    [400, 'BAD_REQUEST', 'message'],
    [500, 'INTERNAL_ERROR', 'unknown'],
  ])('believes an envelope of %i %s more than the 200 around it', async (http_code, code, kind) => {
    const { ask } = answering(200, envelope(null, http_code, code))
    expect(await client(ask).send(MESSAGE)).toMatchObject({ ok: false, kind })
  })

  it.each([
    ['no JSON', '<html>'],
    ['no message', envelope({ messages: [] })],
    ['no list', envelope(null)],
    ['nothing', ''],
  ])('that is answered with %s may have been sent', async (_, body) => {
    expect(await client(answering(200, body).ask).send(MESSAGE)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it.each([
    ['unreachable', 'temporary', 0],
    ['reset', 'unknown', 1],
    ['silence', 'unknown', 1],
  ])('over a line that is %s is a fault of: %s', async (fault, kind, taken) => {
    app.clicksend.faults.expect(fault)
    expect(await send()).toMatchObject({ ok: false, kind })
    expect(app.clicksend.taken).toHaveLength(taken)
  })

  it('beyond twenty a minute can wait', async () => {
    for (let nr = 0; nr < 20; nr++) await send()
    expect(await send()).toMatchObject({ kind: 'temporary', sendStatus: 'HTTP_TOO_MANY_REQUESTS' })
  })

  it('tells nothing of a refusal but its code', async () => {
    const { ask } = answering(200, envelope({ messages: [{ status: 'bad number +436641234567' }] }))
    expect(JSON.stringify(await client(ask).send(MESSAGE))).not.toContain('664')
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
  ])('is not known after %s', async (_, status, body) => {
    expect(await client(answering(status, body).ask).readBalance()).toBeUndefined()
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
    expect(
      readClicksendReport({ message_id: ID, status_code, custom_string: 'ours', timestamp: '1442381791' }),
    ).toEqual({ messageId: ID, logUuid: 'ours', status, at: 1_442_381_791_000 })
  })

  it.each([
    [{ message_id: ID, status_code: '999' }],
    [{ message_id: ID, status_code: 'constructor' }],
    [{ message_id: ID }],
    [{ message_id: '', status_code: '201' }],
    [{ status_code: '201' }],
    ['201'],
    [null],
    [[]],
  ])('is not %j', (sent) => {
    expect(readClicksendReport(sent)).toBeUndefined()
  })

  it('does without reference and time', () => {
    expect(
      readClicksendReport({ message_id: ID, status_code: '200', custom_string: '', timestamp: 'x' }),
    ).toEqual({
      messageId: ID,
      logUuid: undefined,
      status: 'sent',
      at: undefined,
    })
  })
})

describe('the unread receipts of ClickSend', () => {
  const collect = async () => {
    const cached: DeliveryReport[] = []
    const all = await client().collectReports(app.ctx().now, (reports) => void cached.push(...reports))
    return { all, cached: cached.length }
  }
  const report = async (count: number) => {
    await send()
    const [message] = app.clicksend.taken
    for (let nr = 0; nr < count; nr++) if (message) app.clicksend.report(message, 201)
  }

  it('are none at first', async () => {
    expect(await collect()).toEqual({ all: true, cached: 0 })
  })

  it('are all read, page after page, and stay unread for five minutes', async () => {
    await report(250)
    expect(await collect()).toEqual({ all: true, cached: 250 })
    expect(app.clicksend.unread()).toBe(250)
    app.pass(5 * MINUTE + 1_000)
    expect(await collect()).toEqual({ all: true, cached: 250 })
    expect(app.clicksend.unread()).toBe(0)
    expect(await collect()).toEqual({ all: true, cached: 0 })
  })

  it('are not marked as read before they are kept', async () => {
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
    expect(await collect()).toEqual({ all: false, cached: 100 })
  })
})
