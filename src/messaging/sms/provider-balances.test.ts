import { beforeEach, describe, expect, it } from 'vitest'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { providerAnswering } from '../../testing/answering-provider.ts'
import { clicksendAnswer } from '../../testing/clicksend-answer.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpBoth()
})

describe('the balance', () => {
  it('at ClickSend is only the amount, unchanged, and its currency', async () => {
    expect(await app.openClient('clicksend').readBalance()).toEqual({
      amount: '1117.461060',
      currency: 'EUR',
    })
  })

  it.each([
    { form: 'an object', body: { amount: 593.994, currency: 'EUR' }, amount: '593.994' },
    { form: 'a bare amount', body: '290.67', amount: '290.67' },
  ])('at seven.io is read from $form', async ({ body, amount }) => {
    const balance = await app.openClient('sevenio', providerAnswering(200, body).httpFetch).readBalance()
    expect(balance).toEqual({ amount, currency: 'EUR' })
  })

  it.each<{ name: SmsProvider; refusedBy: string; status?: number; body: unknown }>([
    {
      name: 'clicksend',
      refusedBy: 'an HTTP 401',
      status: 401,
      body: clicksendAnswer(null, { status: 401, code: 'UNAUTHORIZED' }),
    },
    { name: 'clicksend', refusedBy: 'an HTTP 403', status: 403, body: '' },
    { name: 'sevenio', refusedBy: 'the code of a wrong key', body: '900' },
    { name: 'sevenio', refusedBy: 'the same code as a number', body: 900 },
    { name: 'sevenio', refusedBy: 'the code of a key without the right', body: '902' },
    { name: 'sevenio', refusedBy: 'an HTTP 401', status: 401, body: { amount: 1, currency: 'EUR' } },
  ])('is refused with the credentials of $name, by $refusedBy', async ({ name, status = 200, body }) => {
    expect(await app.openClient(name, providerAnswering(status, body).httpFetch).readBalance()).toBe(
      'refused',
    )
  })

  it.each<{ name: SmsProvider; after: string; status?: number; body: unknown }>([
    { name: 'clicksend', after: 'an HTTP 500', status: 500, body: clicksendAnswer({ balance: '1' }) },
    { name: 'clicksend', after: 'no number', body: clicksendAnswer({ balance: 'much' }) },
    { name: 'clicksend', after: 'an empty text', body: clicksendAnswer({ balance: '' }) },
    { name: 'clicksend', after: 'something else', body: '<html>' },
    { name: 'sevenio', after: 'an HTTP 500', status: 500, body: { amount: 1, currency: 'EUR' } },
    { name: 'sevenio', after: 'something else', body: '<html>' },
    { name: 'sevenio', after: 'nothing', body: '' },
  ])('at $name is unknown after $after', async ({ name, status = 200, body }) => {
    expect(
      await app.openClient(name, providerAnswering(status, body).httpFetch).readBalance(),
    ).toBeUndefined()
  })
})
