import { expect, it } from 'vitest'
import { channelsText, countMessages } from './reach.ts'

/** Makes the no-break spaces of amounts of money plain. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const SMS = { by: ['sms'], sms_price: 0.0726 } as const
const BOTH = { by: ['sms', 'email'], sms_price: 0.0726 } as const
const EMAIL = { by: ['email'], sms_price: 0.0726 } as const
const CALL = { by: [], sms_price: 0.0726 } as const

it.each([
  [[], ''],
  [[CALL], ''],
  [[SMS], '1 SMS (rund € 0,0726)'],
  [[BOTH, EMAIL, CALL], '1 SMS (rund € 0,0726) und 2 E-Mails'],
  [[SMS, BOTH, EMAIL].map((each) => ({ ...each, sms_price: null })), '2 SMS und 2 E-Mails'],
])('counts the messages to the patients %j, and what their SMS usually cost: %j', (reached, text) => {
  expect(plain(countMessages(reached))).toBe(text)
})

it('names the channels that reach one patient, or asks for a call where there is none', () => {
  expect([SMS, BOTH, EMAIL, CALL].map(({ by }) => channelsText(by))).toEqual([
    'SMS',
    'SMS und E-Mail',
    'E-Mail',
    'bitte anrufen',
  ])
})
