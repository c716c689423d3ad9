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
    for (const length of Array.from({ length: 13 }).keys()) {
      const sentence = length === digits ? undefined : POSTCODE_REQUIRED
      expect(sentenceFor(country, '1'.repeat(length)), `${length} digits`).toBe(sentence)
    }
    expect(sentenceFor(country, '0'.repeat(digits))).toBeUndefined()
  })

  it.each(['A-6850', '68 50', '685O', '6850a', '６８５０', 6850, null])('in AT is not %j', (typed) => {
    expect(sentenceFor('AT', typed)).toBe(POSTCODE_REQUIRED)
  })

  it.each([
    { country: 'GB', typed: 'SW1A 1AA' },
    { country: 'NL', typed: '1017 xn' },
    { country: 'US', typed: '02134-1000' },
    { country: 'IT', typed: '39100' },
    { country: 'IT', typed: '0000' },
    { country: 'FO', typed: '10' },
  ])('in $country may be $typed', ({ country, typed }) => {
    expect(sentenceFor(country, typed)).toBeUndefined()
  })

  it.each([
    { country: 'IT', typed: '1' },
    { country: 'IT', typed: '- -' },
    { country: 'GB', typed: 'SW1A_1AA' },
    { country: 'GB', typed: 'SW1A 1AA, London' },
  ])('in $country is not "$typed"', ({ country, typed }) => {
    expect(sentenceFor(country, typed)).toBe(INVALID_POSTCODE)
  })

  it('is required in a country that has postcodes', () => {
    expect(sentenceFor('IT', '')).toBe('Bitte die Postleitzahl eingeben.')
  })

  it.each([
    { country: 'AE', typed: '' },
    { country: 'AE', typed: '00000' },
    { country: 'HK', typed: '999077' },
  ])('may be missing or made up in $country, which has none: "$typed"', ({ country, typed }) => {
    expect(sentenceFor(country, typed)).toBeUndefined()
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
