import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { emailKey } from './email.ts'
import { normalEmail, normalEmailSchema } from './normal-email.ts'

describe('the normal form of an e-mail address', () => {
  it.each(['Rosa+tag@musterfrau.example', 'jörg@müller.at', 'лев@пример.example', '山田はな@例え.example'])(
    'of %s is the address itself',
    (typed) => expect(v.parse(normalEmailSchema, typed)).toBe(typed),
  )

  it.each([
    { typed: 'rosa@xn--bcher-kva.example', form: 'rosa@bücher.example' },
    { typed: 'rosa@Post.XN--BCHER-KVA.example', form: 'rosa@post.bücher.example' },
  ])('is $form for $typed, as Chromium writes umlauts', ({ typed, form }) =>
    expect(v.parse(normalEmailSchema, typed)).toBe(form),
  )

  it.each([
    { fault: 'no Punycode', typed: 'a@xn--99999999.example' },
    { fault: 'a label without an end', typed: `a@xn--${'9'.repeat(400)}a.example` },
    { fault: 'a capital letter', typed: 'a@xn--bcher-2pa.example' },
    { fault: 'a wide letter', typed: 'a@xn--b-3q0i.example' },
    { fault: 'letters of two scripts', typed: 'a@xn--musterfru-7yh.example' },
  ])('is none for a domain in Punycode with $fault', ({ typed }) =>
    expect(v.safeParse(normalEmailSchema, typed).success).toBe(false),
  )

  it('has 30 marks in a row at most, because many more would take seconds to compose', () => {
    const [few, many] = ['\u0334'.repeat(30), '\u0334'.repeat(30) + '\u0323\u0301'.repeat(16_000)]
    expect(normalEmail(`a${many}@b${many}.at`)).toBe(`a${few}@b${few}.at`)
    // The invisible character between the marks is removed.
    expect(normalEmail(`a@b${`${few}\u200d`.repeat(500)}.at`)).toBe(`a@b${few}.at`)
  })

  /**
   * Asserts that an accepted address has the domain that Node, like a mail server, reads in it.
   * @returns whether the address is accepted
   */
  function assertDomainOfMailServers(typed: string): boolean {
    const result = v.safeParse(normalEmailSchema, typed)
    if (!result.success) return false
    const address = result.output
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

  it('has the domain that mail servers use, whichever letter is typed', () => {
    const codePoints = Array.from({ length: 0x3_0000 - 0x80 }, (_, index) => 0x80 + index)
    const letters = codePoints
      .map((point) => String.fromCodePoint(point))
      .filter((character) => /[\p{L}\p{M}\p{N}]/u.test(character))
    const accepted = letters.filter((letter) => assertDomainOfMailServers(`a@b${letter}c.at`))
    expect(accepted.length).toBeGreaterThan(1000)
  })

  it('has the domain that mail servers use, whatever is typed', () => {
    const anyLabel = fc.string({ unit: 'grapheme', maxLength: 6 })
    fc.assert(fc.property(anyLabel, (label) => void assertDomainOfMailServers(`a@b${label}c.at`)))
  })
})
