import { beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringApp, openAnsweringApp } from '../../testing/answering-app.ts'
import { clicksendAnswer } from '../../testing/clicksend-answer.ts'

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

/** The answer to an accepted message in the example of docs.seven.io. */
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

let app: AnsweringApp
beforeEach(() => {
  app = openAnsweringApp()
})

describe('a message that is accepted', () => {
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
    'is read from the example of developers.clicksend.com, with $price as its price',
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
})
