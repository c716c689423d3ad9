import { expect, it } from 'vitest'
import { smsProviderOf } from './sms-providers.ts'

it('only the names of the providers name one', () => {
  expect(['clicksend', 'sevenio', 'seven.io', '', undefined].map(smsProviderOf)).toEqual([
    'clicksend',
    'sevenio',
    undefined,
    undefined,
    undefined,
  ])
})
