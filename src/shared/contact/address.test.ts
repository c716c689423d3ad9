import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ADDRESS_REQUIRED, addressPlaceholder, addressSchema } from './address.ts'

/** The countries whose houses all have numbers. */
const NUMBERED_COUNTRIES = ['AT', 'DE', 'CH', 'LI']

const refusalFor = (country: string, typed: unknown) =>
  v.safeParse(addressSchema(country), typed).issues?.[0].message

describe('an address', () => {
  it.each(['Gasse 7', 'Straße 12/3', "Rue de l'Étoile 5", 'Rue de l’Étoile 5', 'Sägerstr. 4, Top 3-B'])(
    'may be %s',
    (typed) => {
      expect(v.parse(addressSchema('AT'), typed)).toBe(typed)
    },
  )

  it.each([
    { fault: 'is empty', typed: '' },
    { fault: 'has only four characters', typed: 'A 12' },
    { fault: 'has only three characters once its spaces are joined', typed: 'A    1' },
    { fault: 'has no letter', typed: '12345' },
    { fault: 'has nothing but dots before the house number', typed: '.....7' },
    { fault: 'has no house number', typed: 'Marktstraße' },
  ])('that $fault is refused as incomplete: $typed', ({ typed }) => {
    expect(refusalFor('AT', typed)).toBe(ADDRESS_REQUIRED)
  })

  it.each(['Gasse #7', 'Gasse 7 <b>'])(
    'with another character is refused, naming the allowed ones: %s',
    (typed) => {
      expect(refusalFor('AT', typed)).toBe(
        `${ADDRESS_REQUIRED} Erlaubt sind Buchstaben, Ziffern, Leerzeichen und . , ' - /`,
      )
    },
  )

  it('has at most 120 characters', () => {
    const longest = `${'Gasse '.repeat(19)}Straß7`
    expect(longest).toHaveLength(120)
    expect(refusalFor('AT', longest)).toBeUndefined()
    expect(refusalFor('AT', `${longest}7`)).toBe('Bitte höchstens 120 Zeichen eingeben.')
  })

  it('is stored with single spaces', () => {
    expect(v.parse(addressSchema('AT'), ' Gasse \t  7 ')).toBe('Gasse 7')
  })

  it.each(NUMBERED_COUNTRIES)('needs a house number in %s', (country) => {
    expect(refusalFor(country, 'Marktstraße')).toBe(ADDRESS_REQUIRED)
  })

  it('needs no house number in other countries', () => {
    expect(refusalFor('IT', 'Piazza Grande')).toBeUndefined()
  })

  it.each(NUMBERED_COUNTRIES)('has an example that is valid in %s', (country) => {
    const example = addressPlaceholder(country).replace('z. B. ', '')
    expect(refusalFor(country, example)).toBeUndefined()
  })

  it('has another example in each of these countries, and one for all others', () => {
    expect(new Set([...NUMBERED_COUNTRIES, 'IT'].map(addressPlaceholder)).size).toBe(5)
  })
})
