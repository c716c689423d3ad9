import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePunycode } from './punycode.ts'

/** Returns the label in Punycode, without its `xn--`, as Node writes it. */
const codeOf = (label: string) => domainToASCII(label).slice('xn--'.length)

/** Labels with at least one letter beyond `z`, and some plain ones. */
const LABEL = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'abcxyz019äöüßéčłñαωжя漢字かな'), maxLength: 12 }),
    fc.constantFrom(...'äüßčжα漢'),
  )
  .map(([text, letter]) => text + letter)
  .filter((label) => domainToASCII(label).startsWith('xn--'))

describe('a label in Punycode', () => {
  it('stands for the text that Node encodes in the same way', () => {
    fc.assert(
      fc.property(LABEL, (label) => {
        expect(decodePunycode(codeOf(label))).toBe(label)
      }),
    )
  })

  it.each([
    { code: 'bcher-kva', text: 'bücher' },
    { code: 'tda', text: 'ü' },
    { code: 'strae-oqa', text: 'straße' },
  ])('$code stands for $text', ({ code, text }) => expect(decodePunycode(code)).toBe(text))

  it.each([
    { fault: 'ends in the middle of a number', code: 'bcher-kz' },
    { fault: 'has a letter that is no digit', code: 'bcher-k_a' },
    { fault: 'counts beyond the last letter of Unicode', code: '99999999' },
    { fault: 'is longer than a label can be', code: 'a'.repeat(60) },
    { fault: 'counts to infinity', code: `${'9'.repeat(400)}a` },
  ])('stands for nothing where it $fault', ({ code }) => expect(decodePunycode(code)).toBeUndefined())
})
