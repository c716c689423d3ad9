import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { emailKey, emailSchema, isEmail, mailboxKey, sameEmail } from './email.ts'

const INVALID = 'Bitte eine gültige E-Mail-Adresse eingeben.'
const WRONG_FORMAT = 'Die E-Mail hat kein gültiges Format.'
/** Returns a valid e-mail address with so many characters, which must be an even number. */
const addressOfLength = (length: number) => `a@${'b.'.repeat((length - 4) / 2)}at`
const refusalFor = (typed: unknown) => v.safeParse(emailSchema, typed).issues?.[0].message

describe('an e-mail address', () => {
  it.each([
    'a@b.at',
    'rosa.m+praxis@sub.musterfrau.example',
    "o'neill@b.at",
    'jörg@müller.at',
    'A_B-c@B.CO',
    `${'a'.repeat(64)}@b.at`,
    addressOfLength(254),
  ])('may be %s', (typed) => {
    expect(v.parse(emailSchema, typed)).toBe(typed)
    expect(isEmail(typed)).toBe(true)
  })

  it.each(['', '  ', undefined, null, 5])('is missing where %j is sent', (typed) => {
    expect(refusalFor(typed)).toBe('E-Mail ist erforderlich.')
  })

  it.each([
    { fault: 'no @', typed: 'rosa' },
    { fault: 'two @', typed: 'a@@b.at' },
    { fault: 'nothing before the @', typed: '@b.at' },
    { fault: 'a space', typed: 'a b@c.at' },
    { fault: '65 characters before the @', typed: `${'a'.repeat(65)}@b.at` },
    { fault: 'a header after it', typed: 'a@b.at\r\nBcc: x@y.at' },
    { fault: 'a second address after it', typed: 'a@b.at, c@d.at' },
    { fault: 'quotation marks', typed: '"x@evil"@b.at' },
    { fault: 'a name before it', typed: 'Rosa <a@b.at>' },
    { fault: 'a control character before the @', typed: 'a\u0000b@c.at' },
  ])('is invalid with $fault: $typed', ({ typed }) => {
    expect(refusalFor(typed)).toBe(INVALID)
  })

  it.each([
    { fault: 'is missing', typed: 'a@' },
    { fault: 'has no dot', typed: 'a@b' },
    { fault: 'ends in a single letter', typed: 'a@b.c' },
    { fault: 'has two dots in a row', typed: 'a@b..at' },
    { fault: 'begins with a hyphen', typed: 'a@-b.at' },
    { fault: 'has a hyphen before its dot', typed: 'a@b-.at' },
    { fault: 'has a hyphen after its dot', typed: 'a@b.-at' },
    { fault: 'ends in a hyphen', typed: 'a@b.at-' },
    { fault: 'ends in a dot', typed: 'a@b.at.' },
    { fault: 'has a control character', typed: 'a@b.a\u0000t' },
    { fault: 'is an IP address', typed: 'a@[127.0.0.1]' },
  ])('has the wrong format when its domain $fault: $typed', ({ typed }) => {
    expect(refusalFor(typed)).toBe(WRONG_FORMAT)
  })

  it('has at most 254 characters', () => {
    expect(refusalFor(addressOfLength(256))).toBe('Bitte höchstens 254 Zeichen eingeben.')
  })

  it.each([
    { typed: ' Rosa@Musterfrau.Example ', stored: 'Rosa@Musterfrau.Example' },
    // A zero-width space, as copied from a page.
    { typed: 'rosa@\u200bmusterfrau.example', stored: 'rosa@musterfrau.example' },
  ])('is stored as $stored when it is typed as $typed', ({ typed, stored }) => {
    expect(v.parse(emailSchema, typed)).toBe(stored)
  })

  it('is compared regardless of case', () => {
    expect(emailKey('Rosa@Musterfrau.Example ')).toBe('rosa@musterfrau.example')
    // The first one has a combining diaeresis instead of ö.
    expect(sameEmail('JO\u0308RG@b.at', 'jörg@B.at')).toBe(true)
    expect(sameEmail('rosa@b.at', 'rose@b.at')).toBe(false)
  })

  it('has a key that does not change when it is normalised again', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(emailKey(emailKey(text))).toBe(emailKey(text))
      }),
    )
  })

  it.each([
    { address: 'rosa@musterfrau.example', mailbox: 'rosa@musterfrau.example' },
    { address: 'Rosa+Arzt+2@Musterfrau.example', mailbox: 'rosa@musterfrau.example' },
    { address: 'r.o.sa@musterfrau.example', mailbox: 'r.o.sa@musterfrau.example' },
    { address: 'R.o.sa+x@GoogleMail.com', mailbox: 'rosa@gmail.com' },
    { address: 'rosa@gmail.com', mailbox: 'rosa@gmail.com' },
    { address: '+43@musterfrau.example', mailbox: '+43@musterfrau.example' },
    { address: '', mailbox: '' },
  ])('belongs to a mailbox: $address to $mailbox', ({ address, mailbox }) => {
    expect(mailboxKey(address)).toBe(mailbox)
  })

  it('is parsed as exactly one mailbox in a header', () => {
    const pieces = ['a', 'ö', '1', '.', '-', '@', '@b.at', ' ', ',', '<', '>', '"', '\r\n', ';', ':', '\\']
    const risky = fc.string({ unit: fc.constantFrom(...pieces) })
    fc.assert(
      fc.property(risky, (typed) => {
        const parsed = v.safeParse(emailSchema, typed)
        const accepted = parsed.success ? parsed.output : 'refused@musterfrau.example'
        expect(accepted).toMatch(/^[^\s@,;:<>"\\]+@[^\s@,;:<>"\\]+\.[^\s@,;:<>"\\.]{2,}$/)
      }),
      { numRuns: 500 },
    )
  })
})
