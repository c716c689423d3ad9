import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ADDRESS_REQUIRED, addressPlaceholder, addressSchema } from './address.ts'

const sentenceFor = (country: string, typed: unknown) =>
  v.safeParse(addressSchema(country), typed).issues?.[0].message

describe('an address', () => {
  it.each(['Gasse 7', 'Straße 12/3', "Rue de l'Étoile 5", 'Rue de l’Étoile 5', 'Sägerstr. 4, Top 3-B'])(
    'may be %s',
    (typed) => {
      expect(v.parse(addressSchema('AT'), typed)).toBe(typed)
    },
  )

  it.each([
    [ADDRESS_REQUIRED, ['', 'A 12', 'A    1', '12345', 'Marktstraße', '.....7']],
    [
      `${ADDRESS_REQUIRED} Erlaubt sind Buchstaben, Ziffern, Leerzeichen und . , ' - /`,
      ['Gasse #7', 'Gasse 7 <b>'],
    ],
    ['Bitte höchstens 120 Zeichen eingeben.', [`${'Gasse '.repeat(20)}7`]],
  ])('has the sentence "%s" for any of %j', (sentence, values) => {
    for (const typed of values) expect([typed, sentenceFor('AT', typed)]).toEqual([typed, sentence])
  })

  it('is stored with single spaces', () => {
    expect(v.parse(addressSchema('AT'), ' Gasse \t  7 ')).toBe('Gasse 7')
  })

  it.each(['AT', 'DE', 'CH', 'LI'])('needs a house number in %s', (country) => {
    expect(sentenceFor(country, 'Marktstraße')).toBe(ADDRESS_REQUIRED)
  })

  it('needs no house number elsewhere', () => {
    expect(sentenceFor('IT', 'Piazza Grande')).toBeUndefined()
  })

  it('has an example of the country, which is valid there', () => {
    expect(new Set(['AT', 'DE', 'CH', 'LI', 'IT'].map(addressPlaceholder)).size).toBe(5)
    for (const country of ['AT', 'DE', 'CH', 'LI']) {
      const example = addressPlaceholder(country).replace('z. B. ', '')
      expect([country, sentenceFor(country, example)]).toEqual([country, undefined])
    }
  })
})
