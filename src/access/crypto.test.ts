import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { OpenedConfig } from '../ctx.ts'
import { anyText } from '../testing/any-text.ts'
import {
  decrypt,
  encodedKeyFor,
  encrypt,
  fingerprint,
  hashToken,
  hmac,
  type Purpose,
  sameBytes,
} from './crypto.ts'

/** Returns a context of a portal with this secret. */
function withSecret(appSecret: string): { config: OpenedConfig } {
  return { config: { ...readConfig({}), appSecret } }
}

const ctx = withSecret('the secret of this practice, long')
const otherCtx = withSecret('the secret of another practice...')
/** Every purpose; the compiler checks that none is missing. */
const PURPOSES = Object.keys({
  seal: 0,
  'staff-link': 0,
  fingerprint: 0,
  'bot-challenge': 0,
  'bot-solution': 0,
  turnstile: 0,
  webhook: 0,
  'email-preview': 0,
  'known-browser': 0,
  'passkey-challenge': 0,
  'self-check': 0,
} satisfies Record<Purpose, 0>) as Purpose[]

/** A cell whose value is encrypted. */
const PLACE = 'settings:value:place'
/** A social security number, as the bookings store it. */
const SVNR = '1237010180'

/** Yields, for each character of the text, a copy with another character in its place. */
function* eachWithOneChange(text: string): Generator<string> {
  for (const [place, letter] of [...text].entries())
    yield text.slice(0, place) + (letter === 'A' ? 'B' : 'A') + text.slice(place + 1)
}

describe('an encrypted text', () => {
  it('is decrypted to the same text', () => {
    fc.assert(
      fc.property(anyText(), fc.string(), (text, name) => {
        const place = `settings:value:${name}` as const
        expect(decrypt(ctx, place, encrypt(ctx, place, text))).toBe(text)
      }),
    )
  })

  it('is different at each encryption, and does not contain the text', () => {
    const encryptOnce = () => encrypt(ctx, 'bookings:svnr:a', SVNR)
    const encrypted = encryptOnce()
    // The initialisation vector has 12 bytes, the tag 16 and the number 10.
    expect(encrypted).toMatch(/^v1:[\w-]{16}:[\w-]{22}:[\w-]{14}$/)
    expect(encryptOnce()).not.toBe(encrypted)
    const bytes = encrypted.split(':').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect(bytes.join()).not.toContain(SVNR.slice(0, 4))
  })

  it.each([
    { where: 'another row', place: 'bookings:svnr:b' },
    // The compiler knows that this column is not encrypted.
    { where: 'another column', place: 'bookings:email:a' as 'bookings:svnr:a' },
    { where: 'another table', place: 'settings:value:a' },
  ] as const)('cannot be decrypted in $where', ({ place }) => {
    expect(() => decrypt(ctx, place, encrypt(ctx, 'bookings:svnr:a', SVNR))).toThrow()
  })

  it('cannot be decrypted with another secret', () => {
    expect(() => decrypt(otherCtx, PLACE, encrypt(ctx, PLACE, 'text'))).toThrow()
  })

  it('cannot be decrypted when one character was changed', () => {
    const encrypted = encrypt(ctx, PLACE, 'a text')
    const bytesOf = (text: string) =>
      text
        .split(':')
        .map((part) => Buffer.from(part, 'base64url').toString('hex'))
        .join(':')
    // The last character of the tag has bits that base64url ignores, so changing it may change no byte.
    const changedTexts = [...eachWithOneChange(encrypted)].filter(
      (text) => bytesOf(text) !== bytesOf(encrypted),
    )
    expect(changedTexts.length).toBeGreaterThanOrEqual(encrypted.length - 1)
    for (const text of changedTexts) expect(() => decrypt(ctx, PLACE, text)).toThrow()
  })

  it.each(['', 'plain', 'v1', 'v1:::', 'v2:a:b:c', 'v1:YQ:YQ:YQ', '{"v":1}'])('is not %o', (text) => {
    expect(() => decrypt(ctx, PLACE, text)).toThrow()
  })

  it('cannot be decrypted with a shortened tag', () => {
    const [version, iv, tag = '', text] = encrypt(ctx, PLACE, 'a text').split(':')
    const firstBytes = Buffer.from(tag, 'base64url').subarray(0, 4)
    const shortened = [version, iv, firstBytes.toString('base64url'), text].join(':')
    expect(() => decrypt(ctx, PLACE, shortened)).toThrow()
  })
})

describe('the keys', () => {
  it('differ for each purpose and secret', () => {
    const keys = [ctx, otherCtx].flatMap((secretCtx) =>
      PURPOSES.map((purpose) => encodedKeyFor(secretCtx, purpose)),
    )
    expect(new Set(keys).size).toBe(2 * PURPOSES.length)
    for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    for (const key of keys) expect(key).not.toContain(ctx.config.appSecret)
  })

  it('are the same after a restart', () => {
    expect(encodedKeyFor(withSecret(ctx.config.appSecret), 'seal')).toBe(encodedKeyFor(ctx, 'seal'))
    // Every later version must decrypt the values of existing databases.
    const encrypted = 'v1:FWd4je_y05l1X3Oq:pP3Ej_X0FUTUTJgZvwxOwQ:NrM0RHK4DCx8-A'
    expect(decrypt(ctx, 'bookings:svnr:a', encrypted)).toBe(SVNR)
  })

  it('sign the parts in their given order', () => {
    const similarParts = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', '']]
    const signatures = similarParts.map((parts) => hmac(ctx, 'staff-link', parts).toString('hex'))
    expect(new Set(signatures).size).toBe(similarParts.length)
  })

  it('sign the same parts differently for each purpose', () => {
    const signatureFor = (purpose: Purpose) => hmac(ctx, purpose, ['a', 'b']).toString('hex')
    expect(signatureFor('staff-link')).not.toBe(signatureFor('fingerprint'))
  })
})

it('bytes are the same if content and length are', () => {
  const isSame = (text: string) => sameBytes(Buffer.from('same'), Buffer.from(text))
  expect(isSame('same')).toBe(true)
  for (const other of ['sama', 'sam', 'same ', '']) expect(isSame(other), other).toBe(false)
})

it('a fingerprint is an HMAC with its own key', () => {
  expect(fingerprint(ctx, 'a', 'b')).toBe(hmac(ctx, 'fingerprint', ['a', 'b']).toString('base64url'))
})

it('a token is stored as its hash', () => {
  expect(hashToken('a token')).toMatch(/^[\w-]{43}$/)
  expect(hashToken('a token')).toBe(hashToken('a token'))
  expect(hashToken('a token')).not.toBe(hashToken('a Token'))
})
