import { beforeEach, describe, expect, it } from 'vitest'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { type AnsweringApp, openAnsweringApp } from '../../testing/answering-app.ts'
import { providerAnswering, TEXT_MESSAGE } from '../../testing/answering-provider.ts'
import { clicksendAnswer } from '../../testing/clicksend-answer.ts'

let app: AnsweringApp
beforeEach(() => {
  app = openAnsweringApp()
})

/** Sends TEXT_MESSAGE, and returns the call that the provider gets. */
async function callOfSending(provider: SmsProvider) {
  const { httpFetch, calls } = providerAnswering(500, '')
  await app.send(provider, httpFetch)
  const [call] = calls
  if (call === undefined) throw new Error('the provider was not called')
  const [url, init] = call
  return { url, init }
}

/** The accepted message in the example of developers.clicksend.com. */
const CLICKSEND_EXAMPLE = {
  direction: 'out',
  date: 1436871253,
  to: '+61411111111',
  from: 'sendmobile',
  schedule: 1436874701,
  body: 'Jelly liquorice marshmallow candy carrot cake 4Eyffjs1vL.',
  message_parts: 1,
  message_id: 'BF7AD270-0DE2-418B-B606-71D527D9C1AE',
  message_price: '0.07',
  status: 'SUCCESS',
  custom_string: 'this is a test',
  user_id: 1,
  subaccount_id: 1,
  country: 'AU',
  carrier: 'Telstra',
}

/** The answer in the example of docs.seven.io. */
const SEVENIO_EXAMPLE = {
  success: '100',
  total_price: 0.075,
  balance: 46.748,
  debug: 'false',
  sms_type: 'direct',
  messages: [
    {
      id: '77229318510',
      sender: 'sms',
      recipient: '491716992343',
      text: 'Test message',
      price: 0.075,
      encoding: 'gsm',
      label: null,
      parts: 1,
      udh: null,
      is_binary: false,
      success: true,
      error: null,
      error_text: null,
    },
  ],
}

describe.each(SMS_PROVIDERS)('a message to %s', (provider) => {
  it('without an answer may have been sent, unless there was no connection', async () => {
    app[provider].faults.plan('unreachable', 'silence')
    expect(await app.send(provider)).toMatchObject({ ok: false, kind: 'temporary' })
    expect(await app.send(provider)).toMatchObject({ ok: false, kind: 'unknown' })
  })

  it('follows no redirect', async () => {
    const { init } = await callOfSending(provider)
    expect(init).toMatchObject({ method: 'POST', redirect: 'error' })
  })
})

describe('a message', () => {
  it('goes to ClickSend as JSON', async () => {
    const { url, init } = await callOfSending('clicksend')
    expect(url).toBe('https://rest.clicksend.com/v3/sms/send')
    expect(new Headers(init?.headers).get('authorization')).toBe(`Basic ${btoa('demo:demo-key')}`)
    const { to, text: body, logUuid: custom_string } = TEXT_MESSAGE
    const message = { to, body, from: 'Ordination', source: 'ordi', custom_string }
    expect(JSON.parse(String(init?.body))).toEqual({ messages: [message] })
  })

  it('goes to seven.io as a form', async () => {
    const { url, init } = await callOfSending('sevenio')
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

  it('has no sender if none is set, because seven.io refuses an empty one', async () => {
    app.setUpClicksend({ CLICKSEND_FROM: '' })
    app.setUpSevenio({ SEVENIO_FROM: '' })
    for (const provider of SMS_PROVIDERS) expect(await app.send(provider)).toMatchObject({ ok: true })
    expect(app.clicksend.taken).toMatchObject([{ from: '' }])
  })

  it('that is accepted returns id, price and sender', async () => {
    expect(await app.send('clicksend')).toEqual({
      ok: true,
      sendStatus: 'SUCCESS',
      messageId: app.clicksend.taken[0]?.id,
      sender: 'Ordination',
      // The simulator asks 0.0726 euros. A millicent is a thousandth of a cent.
      priceMillicents: 7_260,
    })
    expect(await app.send('sevenio')).toEqual({
      ok: true,
      sendStatus: '100',
      messageId: app.sevenio.taken[0]?.id,
      sender: 'Ordi',
      // The simulator asks 0.075 euros.
      priceMillicents: 7_500,
    })
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
    { price: 'an impossible one', changes: { message_price: 1e300 }, priceMillicents: undefined },
  ])(
    'has $price as its price in the example of developers.clicksend.com',
    async ({ changes, currency = null, priceMillicents }) => {
      const message = { ...CLICKSEND_EXAMPLE, ...changes }
      const accepted = {
        ok: true,
        sendStatus: 'SUCCESS',
        messageId: message.message_id,
        sender: 'sendmobile',
      }
      const body = clicksendAnswer({ queued_count: 1, messages: [message], _currency: currency })
      expect(await app.sendAnswered('clicksend', { body })).toEqual({ ...accepted, priceMillicents })
    },
  )

  it('is read from the example of docs.seven.io', async () => {
    const accepted = { ok: true, sendStatus: '100', sender: 'sms', priceMillicents: 7_500 }
    expect(await app.sendAnswered('sevenio', { body: SEVENIO_EXAMPLE })).toEqual({
      ...accepted,
      messageId: '77229318510',
    })
  })

  it('that seven.io accepts with a bare code has neither id nor price', async () => {
    const bare = { ok: true, messageId: undefined, priceMillicents: undefined }
    expect(await app.sendAnswered('sevenio', { body: '100\n77229318510' })).toMatchObject(bare)
  })
})
