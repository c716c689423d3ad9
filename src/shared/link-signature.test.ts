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
  { fault: 'nothing', sig: '' },
  { fault: 'a part of the MAC', sig: `${EXPIRY}.${MAC.slice(0, 20)}` },
  { fault: 'a MAC with a word from the next line', sig: `${EXPIRY}.${MAC}Termin` },
  { fault: 'no expiry', sig: `.${MAC}` },
  { fault: 'no MAC', sig: `${EXPIRY}.` },
  { fault: 'another alphabet', sig: `${EXPIRY}.${MAC.replace('-', '+')}` },
  { fault: 'a space before it', sig: ` ${EXPIRY}.${MAC}` },
  { fault: 'an expiry in words', sig: `soon.${MAC}` },
])('a text with $fault is not a signature', ({ sig }) => {
  expect(readLinkSignature(sig)).toBeUndefined()
})
