import { describe, expect, it } from 'vitest'
import { readNamedAddress } from './named-address.ts'

describe('readNamedAddress', () => {
  it.each([
    ['praxis@b.at', { name: '', address: 'praxis@b.at' }],
    ['Ordination Dr. X <praxis@b.at>', { name: 'Ordination Dr. X', address: 'praxis@b.at' }],
  ])('reads %j', (text, sender) => expect(readNamedAddress(text)).toEqual(sender))

  it.each(['', 'praxis', 'a@b.at, c@d.at', 'X <a@b.at> <c@d.at>', 'a@b.at\r\nBcc: c@d.at'])(
    'refuses %j',
    (text) => expect(readNamedAddress(text)).toBeUndefined(),
  )
})
