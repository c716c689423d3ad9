import { expect, it } from 'vitest'
import { smsProviderOf } from './sms-providers.ts'

it('an SMS provider is found only by its wire name', () => {
  for (const name of ['clicksend', 'sevenio']) expect(smsProviderOf(name)).toBe(name)
  for (const other of ['seven.io', '', undefined]) expect(smsProviderOf(other)).toBeUndefined()
})
