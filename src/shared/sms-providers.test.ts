import { expect, it } from 'vitest'
import { smsProviderOf } from './sms-providers.ts'

it('only the wire name of an SMS provider names it', () => {
  for (const name of ['clicksend', 'sevenio']) expect(smsProviderOf(name)).toBe(name)
  for (const other of ['seven.io', '', undefined]) expect(smsProviderOf(other)).toBeUndefined()
})
