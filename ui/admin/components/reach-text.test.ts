import { expect, it } from 'vitest'
import { channelsText, messageCountText } from './reach-text.ts'

/** Replaces the no-break spaces of amounts of money. */
const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
/** Patients by the channels that reach them. */
const BY_SMS = { by: ['sms'], sms_price: 0.0726 } as const
const BY_BOTH = { by: ['sms', 'email'], sms_price: 0.0726 } as const
const BY_EMAIL = { by: ['email'], sms_price: 0.0726 } as const
const BY_CALL = { by: [], sms_price: 0.0726 } as const

it.each([
  { patients: [], text: '' },
  { patients: [BY_CALL], text: '' },
  { patients: [BY_SMS], text: '1 SMS (rund € 0,07)' },
  { patients: [BY_BOTH, BY_EMAIL, BY_CALL], text: '1 SMS (rund € 0,07) und 2 E-Mails' },
])('counts the messages and the usual price of their SMS: $text', ({ patients, text }) => {
  expect(withPlainSpaces(messageCountText(patients))).toBe(text)
})

it('counts the messages without a price if it is unknown', () => {
  const patients = [BY_SMS, BY_BOTH, BY_EMAIL].map((patient) => ({ ...patient, sms_price: null }))
  expect(messageCountText(patients)).toBe('2 SMS und 2 E-Mails')
})

it.each([
  { by: BY_SMS.by, text: 'SMS' },
  { by: BY_BOTH.by, text: 'SMS und E-Mail' },
  { by: BY_EMAIL.by, text: 'E-Mail' },
  { by: BY_CALL.by, text: 'bitte anrufen' },
])('names the channels $by as: $text', ({ by, text }) => {
  expect(channelsText(by)).toBe(text)
})
