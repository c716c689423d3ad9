import { expect, it } from 'vitest'
import { smsProviderOf } from './sms-providers.ts'

it.each(['clicksend', 'sevenio'])('the SMS provider %s is found by its wire name', (name) => {
  expect(smsProviderOf(name)).toBe(name)
})

it.each(['seven.io', '', undefined])('no SMS provider has the wire name %j', (name) => {
  expect(smsProviderOf(name)).toBeUndefined()
})
