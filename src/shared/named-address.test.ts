import { describe, expect, it } from 'vitest'
import { readNamedAddress } from './named-address.ts'

describe('the sender of e-mails', () => {
  it.each([
    { text: 'praxis@b.at', sender: { name: '', address: 'praxis@b.at' } },
    { text: 'Ordination Dr. X <praxis@b.at>', sender: { name: 'Ordination Dr. X', address: 'praxis@b.at' } },
  ])('is read from "$text"', ({ text, sender }) => expect(readNamedAddress(text)).toEqual(sender))

  it.each(['', 'praxis', 'a@b.at, c@d.at', 'X <a@b.at> <c@d.at>', 'a@b.at\r\nBcc: c@d.at'])(
    'is not read from %j',
    (text) => expect(readNamedAddress(text)).toBeUndefined(),
  )
})
