import { beforeEach, describe, expect, it } from 'vitest'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { answering, openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
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

/** Returns an answer of ClickSend. */
const envelope = (data: unknown, http_code = 200, response_code = 'SUCCESS') => ({
  ...{ http_code, response_code, response_msg: '', data },
})

describe('the balance', () => {
  it('is the amount as it is written, in the currency of the account, and no more', async () => {
    expect(await client('clicksend').readBalance()).toEqual({ amount: '1117.461060', currency: 'EUR' })
    const ofSevenio = (body: unknown) => client('sevenio', answering(200, body).httpFetch).readBalance()
    const asObject = { amount: 593.994, currency: 'EUR' }
    expect(await ofSevenio(asObject)).toEqual({ amount: '593.994', currency: 'EUR' })
    expect(await ofSevenio('290.67')).toEqual({ amount: '290.67', currency: 'EUR' })
  })

  it.each<{ name: SmsProvider; after: string; status?: number; body: unknown }>([
    { name: 'clicksend', after: 'a refusal', status: 401, body: envelope(null, 401, 'UNAUTHORIZED') },
    { name: 'clicksend', after: 'no number', body: envelope({ balance: 'much' }) },
    { name: 'clicksend', after: 'an empty text', body: envelope({ balance: '' }) },
    { name: 'clicksend', after: 'something else', body: '<html>' },
    { name: 'sevenio', after: 'a refused key', body: '900' },
    { name: 'sevenio', after: 'a refused key as a number', body: 900 },
    { name: 'sevenio', after: 'a key without the right', body: '902' },
    { name: 'sevenio', after: 'an HTTP 401', status: 401, body: { amount: 1, currency: 'EUR' } },
    { name: 'sevenio', after: 'something else', body: '<html>' },
    { name: 'sevenio', after: 'nothing', body: '' },
  ])('at $name is unknown after $after', async ({ name, status = 200, body }) => {
    expect(await client(name, answering(status, body).httpFetch).readBalance()).toBeUndefined()
  })
})
