import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { hasDigitsOnly, POSTCODE_REQUIRED, postcodeSchema, reducePostcode } from './postcode.ts'

const INVALID_POSTCODE = 'Bitte eine gültige Postleitzahl eingeben (2 bis 12 Zeichen).'
const sentenceFor = (country: string, typed: unknown) =>
  v.safeParse(postcodeSchema(country), typed).issues?.[0].message

describe('a postcode', () => {
  it.each([
    ['AT', 4],
    ['CH', 4],
    ['LI', 4],
    ['DE', 5],
  ])('in %s has exactly %i digits', (country, digits) => {
    for (let length = 0; length <= 12; length++)
      expect(sentenceFor(country, '1'.repeat(length))).toBe(length === digits ? undefined : POSTCODE_REQUIRED)
    expect(sentenceFor(country, '0'.repeat(digits))).toBeUndefined()
  })

  it.each(['A-6850', '68 50', '685O', '6850a', '６８５０', 6850, null])('in AT is not %j', (typed) => {
    expect(sentenceFor('AT', typed)).toBe(POSTCODE_REQUIRED)
  })

  it.each([
    ['GB', 'SW1A 1AA', undefined],
    ['NL', '1017 xn', undefined],
    ['US', '02134-1000', undefined],
    ['IT', '39100', undefined],
    ['FO', '10', undefined],
    ['IT', '1', INVALID_POSTCODE],
    ['IT', '0000', undefined],
    ['IT', '- -', INVALID_POSTCODE],
    ['GB', 'SW1A_1AA', INVALID_POSTCODE],
    ['GB', 'SW1A 1AA, London', INVALID_POSTCODE],
    ['IT', '', 'Bitte die Postleitzahl eingeben.'],
    ['AE', '', undefined],
    ['AE', '00000', undefined],
    ['HK', '999077', undefined],
  ])('of %s, typed as %j, has the sentence %j', (country, typed, sentence) => {
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
