import { expect, it } from 'vitest'
import { readLinkSignature } from './link-signature.ts'

/** The Unix seconds of 12 January 2027, 08:30 in Vienna. */
const EXPIRY = '1799739000'
const MAC = 'abcdefghijklmnopqrstuvwxyz-_ABCDEFGHIJ01234'

it('a signature is read into its parts', () => {
  expect(readLinkSignature(`${EXPIRY}.${MAC}`)).toEqual({
    expiry: EXPIRY,
    expiresAt: Date.parse('2027-01-12T07:30:00Z'),
    mac: MAC,
  })
})

it.each([
  ['nothing', ''],
  ['a part of the MAC', `${EXPIRY}.${MAC.slice(0, 20)}`],
  ['a MAC with a word from the next line', `${EXPIRY}.${MAC}Termin`],
  ['no expiry', `.${MAC}`],
  ['no MAC', `${EXPIRY}.`],
  ['another alphabet', `${EXPIRY}.${MAC.replace('-', '+')}`],
  ['a space before it', ` ${EXPIRY}.${MAC}`],
  ['an expiry in words', `soon.${MAC}`],
])('a text with %s is not a signature', (_, sig) => {
  expect(readLinkSignature(sig)).toBeUndefined()
})
