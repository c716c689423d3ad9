import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { emailKey } from './email.ts'
import { normalEmailSchema } from './normal-email.ts'

describe('the normal form of an address', () => {
  it.each(['Rosa+tag@musterfrau.example', 'jörg@müller.at', 'лев@пример.example', '山田はな@例え.example'])(
    'is %s itself',
    (typed) => expect(v.parse(normalEmailSchema, typed)).toBe(typed),
  )

  it('goes to the domain that is stored, whatever is typed', () => {
    let accepted = 0
    const check = (typed: string) => {
      const result = v.safeParse(normalEmailSchema, typed)
      if (!result.success) return
      const [, domain = ''] = result.output.split('@')
      const [, stored] = emailKey(result.output).split('@')
      const ascii = domainToASCII(domain)
      // No mail server has a domain that is '' here.
      if (ascii !== '') expect([typed, domainToUnicode(ascii), stored]).toEqual([typed, domain, domain])
      expect(v.parse(normalEmailSchema, result.output)).toBe(result.output)
      accepted += 1
    }
    for (let code = 0x80; code < 0x3_0000; code += 1)
      if (/[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(code))) check(`a@b${String.fromCodePoint(code)}c.at`)
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 6 }), (name) => check(`a@b${name}c.at`)))
    expect(accepted).toBeGreaterThan(1000)
  })
})
