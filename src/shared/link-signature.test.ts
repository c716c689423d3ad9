import { expect, it } from 'vitest'
import { readLinkSignature } from './link-signature.ts'

const MAC = 'abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJ01234'

it('a signature is read into its parts', () => {
  expect(readLinkSignature(`1799739000.${MAC}`)).toEqual({
    expiry: '1799739000',
    expiresAt: Date.parse('2027-01-12T07:30:00Z'),
    mac: MAC,
  })
})

it.each([
  ['nothing', ''],
  ['a part of the MAC', `1799739000.${MAC.slice(0, 20)}`],
  ['a MAC with a word from the next line', `1799739000.${MAC}Termin`],
  ['no expiry', `.${MAC}`],
  ['no MAC', '1799739000.'],
  ['another alphabet', `1799739000.${MAC.replace('-', '+')}`],
  ['a space before it', ` 1799739000.${MAC}`],
  ['an expiry in words', `soon.${MAC}`],
])('a text with %s is not a signature', (_, sig) => {
  expect(readLinkSignature(sig)).toBeUndefined()
})
