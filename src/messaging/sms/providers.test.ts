import { beforeEach, describe, expect, it } from 'vitest'
import { SMS_PROVIDERS, type SmsProvider } from '../../shared/sms-providers.ts'
import { type AnsweringApp, openAnsweringApp } from '../../testing/answering-app.ts'
import { providerAnswering, TEXT_MESSAGE } from '../../testing/answering-provider.ts'

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

  it('that seven.io accepts with a bare code has neither id nor price', async () => {
    const bare = { ok: true, messageId: undefined, priceMillicents: undefined }
    expect(await app.sendAnswered('sevenio', { body: '100\n77229318510' })).toMatchObject(bare)
  })
})
