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

/** Yields, for each character of the text, a copy with another character in its place. */
function* eachWithOneChange(text: string): Generator<string> {
  for (const [i, letter] of [...text].entries())
    yield text.slice(0, i) + (letter === 'A' ? 'B' : 'A') + text.slice(i + 1)
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
    const [one = '', two] = [1, 2].map(() => encrypt(ctx, 'bookings:svnr:a', '1237010180'))
    expect(one).toMatch(/^v1:[\w-]{16}:[\w-]{22}:[\w-]{14}$/)
    expect(one).not.toBe(two)
    const bytes = one.split(':').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect(bytes.join()).not.toContain('1237')
  })

  it.each([
    ['another row', 'bookings:svnr:b'],
    // The compiler knows that this column is not encrypted.
    ['another column', 'bookings:email:a' as 'bookings:svnr:a'],
    ['another table', 'settings:value:a'],
  ] as const)('cannot be decrypted in %s', (_, place) => {
    expect(() => decrypt(ctx, place, encrypt(ctx, 'bookings:svnr:a', '1237010180'))).toThrow()
  })

  it('cannot be decrypted with another secret', () => {
    expect(() =>
      decrypt(otherCtx, 'settings:value:place', encrypt(ctx, 'settings:value:place', 'text')),
    ).toThrow()
  })

  it('cannot be decrypted when one character was changed', () => {
    const encrypted = encrypt(ctx, 'settings:value:place', 'a text')
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
    for (const text of changedTexts) expect(() => decrypt(ctx, 'settings:value:place', text)).toThrow()
  })

  it.each(['', 'plain', 'v1', 'v1:::', 'v2:a:b:c', 'v1:YQ:YQ:YQ', '{"v":1}'])('is not %o', (text) => {
    expect(() => decrypt(ctx, 'settings:value:place', text)).toThrow()
  })

  it('cannot be decrypted with a shortened tag', () => {
    const [version, iv, tag, text] = encrypt(ctx, 'settings:value:place', 'a text').split(':')
    const short = Buffer.from(tag ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url')
    expect(() => decrypt(ctx, 'settings:value:place', [version, iv, short, text].join(':'))).toThrow()
  })
})

describe('the keys', () => {
  it('differ for each purpose and secret', () => {
    const secrets = [ctx, otherCtx].flatMap((each) => PURPOSES.map((purpose) => encodedKeyFor(each, purpose)))
    expect(new Set(secrets).size).toBe(2 * PURPOSES.length)
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    for (const secret of secrets) expect(secret).not.toContain(ctx.config.appSecret)
  })

  it('are the same after a restart', () => {
    expect(encodedKeyFor(withSecret(ctx.config.appSecret), 'seal')).toBe(encodedKeyFor(ctx, 'seal'))
    // Every later version must decrypt the values of existing databases.
    const encrypted = 'v1:FWd4je_y05l1X3Oq:pP3Ej_X0FUTUTJgZvwxOwQ:NrM0RHK4DCx8-A'
    expect(decrypt(ctx, 'bookings:svnr:a', encrypted)).toBe('1237010180')
  })

  it('sign the parts in their given order', () => {
    const signatures = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', '']].map((parts) =>
      hmac(ctx, 'staff-link', parts).toString('hex'),
    )
    expect(new Set(signatures).size).toBe(4)
  })

  it('sign the same parts differently for each purpose', () => {
    const signatures = (['staff-link', 'fingerprint'] as const).map((purpose) =>
      hmac(ctx, purpose, ['a', 'b']).toString('hex'),
    )
    expect(new Set(signatures).size).toBe(2)
  })
})

describe('sameBytes', () => {
  it('compares content and length', () => {
    const a = Buffer.from('same')
    expect(sameBytes(a, Buffer.from('same'))).toBe(true)
    for (const b of ['sama', 'sam', 'same ', '']) expect(sameBytes(a, Buffer.from(b))).toBe(false)
  })
})

it('a fingerprint is an HMAC with its own key', () => {
  expect(fingerprint(ctx, 'a', 'b')).toBe(hmac(ctx, 'fingerprint', ['a', 'b']).toString('base64url'))
})

it('a token is stored as its hash', () => {
  expect(hashToken('a token')).toMatch(/^[\w-]{43}$/)
  expect(hashToken('a token')).toBe(hashToken('a token'))
  expect(hashToken('a token')).not.toBe(hashToken('a Token'))
})
