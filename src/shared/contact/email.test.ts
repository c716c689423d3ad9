import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { emailKey, emailSchema, isEmail, mailboxKey, sameEmail } from './email.ts'

const INVALID = 'Bitte eine gültige E-Mail-Adresse eingeben.'
const WRONG_FORMAT = 'Die E-Mail hat kein gültiges Format.'
const ofLength = (length: number) => `a@${'b.'.repeat((length - 4) / 2)}at`
const sentenceFor = (typed: unknown) => v.safeParse(emailSchema, typed).issues?.[0].message

describe('an e-mail address', () => {
  it.each([
    'a@b.at',
    'rosa.m+praxis@sub.musterfrau.example',
    "o'neill@b.at",
    'jörg@müller.at',
    'A_B-c@B.CO',
    `${'a'.repeat(64)}@b.at`,
    ofLength(254),
  ])('may be %s', (typed) => {
    expect(v.parse(emailSchema, typed)).toBe(typed)
    expect(isEmail(typed)).toBe(true)
  })

  it.each([
    ['E-Mail ist erforderlich.', ['', '  ', undefined, null, 5]],
    [INVALID, ['rosa', 'a@@b.at', '@b.at', 'a b@c.at', `${'a'.repeat(65)}@b.at`]],
    [INVALID, ['a@b.at\r\nBcc: x@y.at', 'a@b.at, c@d.at', '"x@evil"@b.at', 'Rosa <a@b.at>']],
    [INVALID, ['a\u0000b@c.at']],
    [WRONG_FORMAT, ['a@', 'a@b', 'a@b.c', 'a@b..at', 'a@-b.at', 'a@b-.at', 'a@b.at.']],
    [WRONG_FORMAT, ['a@b.a\u0000t', 'a@[127.0.0.1]']],
    ['Bitte höchstens 254 Zeichen eingeben.', [ofLength(256)]],
  ])('has the sentence "%s" for any of %j', (sentence, values) => {
    for (const typed of values) expect([typed, sentenceFor(typed)]).toEqual([typed, sentence])
  })

  it.each([
    [' Rosa@Musterfrau.Example ', 'Rosa@Musterfrau.Example'],
    ['rosa@\u200bmusterfrau.example', 'rosa@musterfrau.example'],
  ])('%j is stored as %s', (typed, stored) => {
    expect(v.parse(emailSchema, typed)).toBe(stored)
  })

  it('is compared without capitals', () => {
    expect(emailKey('Rosa@Musterfrau.Example ')).toBe('rosa@musterfrau.example')
    expect(sameEmail('JO\u0308RG@b.at', 'jörg@B.at')).toBe(true)
    expect(sameEmail('rosa@b.at', 'rose@b.at')).toBe(false)
  })

  it('has a key that is its own key', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(emailKey(emailKey(text))).toBe(emailKey(text))
      }),
    )
  })

  it.each([
    ['rosa@musterfrau.example', 'rosa@musterfrau.example'],
    ['Rosa+Arzt+2@Musterfrau.example', 'rosa@musterfrau.example'],
    ['r.o.sa@musterfrau.example', 'r.o.sa@musterfrau.example'],
    ['R.o.sa+x@GoogleMail.com', 'rosa@gmail.com'],
    ['rosa@gmail.com', 'rosa@gmail.com'],
    ['+43@musterfrau.example', '+43@musterfrau.example'],
    ['', ''],
  ])('belongs to a mailbox: %s to %s', (address, mailbox) => {
    expect(mailboxKey(address)).toBe(mailbox)
  })

  it('is exactly one mailbox in a header', () => {
    const pieces = ['a', 'ö', '1', '.', '-', '@', '@b.at', ' ', ',', '<', '>', '"', '\r\n', ';', ':', '\\']
    const risky = fc.string({ unit: fc.constantFrom(...pieces) })
    fc.assert(
      fc.property(risky, (typed) => {
        const result = v.safeParse(emailSchema, typed)
        const accepted = result.success ? result.output : 'refused@musterfrau.example'
        expect(accepted).toMatch(/^[^\s@,;:<>"\\]+@[^\s@,;:<>"\\]+\.[^\s@,;:<>"\\.]{2,}$/)
      }),
      { numRuns: 500 },
    )
  })
})
