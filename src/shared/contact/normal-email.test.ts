import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { emailKey } from './email.ts'
import { normalEmail, normalEmailSchema } from './normal-email.ts'

/** A tilde through the letter before it, thirty times. No language needs more marks in a row. */
const THIRTY_MARKS = '\u0334'.repeat(30)

describe('the normal form of an e-mail address', () => {
  it.each(['Rosa+tag@musterfrau.example', 'jörg@müller.at', 'лев@пример.example', '山田はな@例え.example'])(
    'of %s is the address itself',
    (typed) => expect(v.parse(normalEmailSchema, typed)).toBe(typed),
  )

  it.each([
    { typed: 'rosa@xn--bcher-kva.example', normal: 'rosa@bücher.example' },
    { typed: 'rosa@Post.XN--BCHER-KVA.example', normal: 'rosa@post.bücher.example' },
  ])('is $normal for $typed, as Chromium writes umlauts', ({ typed, normal }) =>
    expect(v.parse(normalEmailSchema, typed)).toBe(normal),
  )

  it.each([
    { domain: 'that is no Punycode', typed: 'a@xn--99999999.example' },
    { domain: 'whose Punycode is one number of 400 digits', typed: `a@xn--${'9'.repeat(400)}a.example` },
    { domain: 'that decodes to bÜcher, with a capital letter', typed: 'a@xn--bcher-2pa.example' },
    { domain: 'that decodes to bｃ, with a wide letter', typed: 'a@xn--b-3q0i.example' },
    { domain: 'that decodes to musterfrаu, with a Cyrillic а', typed: 'a@xn--musterfru-7yh.example' },
  ])('does not exist for a domain $domain', ({ typed }) =>
    expect(v.safeParse(normalEmailSchema, typed).success).toBe(false),
  )

  it('has 30 marks in a row at most, because many more would take seconds to compose', () => {
    const manyMarks = THIRTY_MARKS + '\u0323\u0301'.repeat(16_000)
    expect(normalEmail(`a${manyMarks}@b${manyMarks}.at`)).toBe(`a${THIRTY_MARKS}@b${THIRTY_MARKS}.at`)
  })

  it('has 30 marks in a row at most, even if invisible characters separate more', () => {
    const separatedMarks = `${THIRTY_MARKS}\u200d`.repeat(500)
    expect(normalEmail(`a@b${separatedMarks}.at`)).toBe(`a@b${THIRTY_MARKS}.at`)
  })

  it('has the domain that mail servers use, whichever letter is typed', () => {
    const accepted = listLetters().filter((letter) => assertDomainOfMailServers(`a@b${letter}c.at`))
    expect(accepted.length).toBeGreaterThan(1000)
  })

  it('has the domain that mail servers use, whatever is typed', () => {
    const anyLabel = fc.string({ unit: 'grapheme', maxLength: 6 })
    fc.assert(fc.property(anyLabel, (label) => void assertDomainOfMailServers(`a@b${label}c.at`)))
  })
})

/**
 * Asserts that an accepted address has the domain that Node, like a mail server, reads in it.
 * @returns whether the address is accepted
 */
function assertDomainOfMailServers(typed: string): boolean {
  const parsed = v.safeParse(normalEmailSchema, typed)
  if (!parsed.success) return false
  const address = parsed.output
  expect(v.parse(normalEmailSchema, address)).toBe(address)
  const [, domain = ''] = address.split('@')
  const ascii = domainToASCII(domain)
  // Node returns '' for a domain that no mail server can have.
  if (ascii !== '') {
    expect(domainToUnicode(ascii), typed).toBe(domain)
    expect(emailKey(address).split('@').at(-1), typed).toBe(domain)
    expect(v.parse(normalEmailSchema, `a@${ascii}`)).toBe(`a@${domain}`)
  }
  return true
}

/** Lists the letters, marks and digits in the first three planes of Unicode, without those of ASCII. */
function listLetters(): string[] {
  const [firstAfterAscii, firstOfFourthPlane] = [0x80, 0x3_0000]
  const characters: string[] = []
  for (let point = firstAfterAscii; point < firstOfFourthPlane; point++)
    characters.push(String.fromCodePoint(point))
  return characters.filter((character) => /[\p{L}\p{M}\p{N}]/u.test(character))
}
