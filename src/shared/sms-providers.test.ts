import { expect, it } from 'vitest'
import { smsProviderOf } from './sms-providers.ts'

it('only the wire name of an SMS provider names it', () => {
  expect(['clicksend', 'sevenio', 'seven.io', '', undefined].map(smsProviderOf)).toEqual([
    'clicksend',
    'sevenio',
    undefined,
    undefined,
    undefined,
  ])
})
