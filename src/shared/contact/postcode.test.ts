import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { hasDigitsOnly, POSTCODE_REQUIRED, postcodeSchema, reducePostcode } from './postcode.ts'

const INVALID_POSTCODE = 'Bitte eine gültige Postleitzahl eingeben (2 bis 12 Zeichen).'
const sentenceFor = (country: string, typed: unknown) =>
  v.safeParse(postcodeSchema(country), typed).issues?.[0].message

describe('a postcode', () => {
  it.each([
    { country: 'AT', digits: 4 },
    { country: 'CH', digits: 4 },
    { country: 'LI', digits: 4 },
    { country: 'DE', digits: 5 },
  ])('in $country has exactly $digits digits', ({ country, digits }) => {
    for (let length = 0; length <= 12; length++)
      expect(sentenceFor(country, '1'.repeat(length))).toBe(length === digits ? undefined : POSTCODE_REQUIRED)
    expect(sentenceFor(country, '0'.repeat(digits))).toBeUndefined()
  })

  it.each(['A-6850', '68 50', '685O', '6850a', '６８５０', 6850, null])('in AT is not %j', (typed) => {
    expect(sentenceFor('AT', typed)).toBe(POSTCODE_REQUIRED)
  })

  it.each([
    { country: 'GB', typed: 'SW1A 1AA', sentence: undefined },
    { country: 'NL', typed: '1017 xn', sentence: undefined },
    { country: 'US', typed: '02134-1000', sentence: undefined },
    { country: 'IT', typed: '39100', sentence: undefined },
    { country: 'FO', typed: '10', sentence: undefined },
    { country: 'IT', typed: '1', sentence: INVALID_POSTCODE },
    { country: 'IT', typed: '0000', sentence: undefined },
    { country: 'IT', typed: '- -', sentence: INVALID_POSTCODE },
    { country: 'GB', typed: 'SW1A_1AA', sentence: INVALID_POSTCODE },
    { country: 'GB', typed: 'SW1A 1AA, London', sentence: INVALID_POSTCODE },
    { country: 'IT', typed: '', sentence: 'Bitte die Postleitzahl eingeben.' },
    { country: 'AE', typed: '', sentence: undefined },
    { country: 'AE', typed: '00000', sentence: undefined },
    { country: 'HK', typed: '999077', sentence: undefined },
  ])('of $country, typed as "$typed", has the sentence $sentence', ({ country, typed, sentence }) => {
    expect(sentenceFor(country, typed)).toBe(sentence)
  })

  it('has only digits if the country has a rule', () => {
    expect(['AT', 'DE', 'GB', ''].map(hasDigitsOnly)).toEqual([true, true, false, false])
  })

  it('is reduced to the characters and length of its country while it is typed', () => {
    expect(reducePostcode('A-6850 Dornbirn', 'AT')).toBe('6850')
    expect(reducePostcode('123456789', 'DE')).toBe('12345')
    expect(reducePostcode('abc', 'AT')).toBe('')
    expect(reducePostcode('SW1A 1AA (London)', 'GB')).toBe('SW1A 1AA Lon')
  })
})
