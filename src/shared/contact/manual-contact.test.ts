import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { practiceContactSchema } from './manual-contact.ts'

const TODAY = '2027-01-07'
/** The fields that a manual booking needs. */
const LEAST = { firstName: 'Otto', lastName: 'Beispielmann', mobile: '0660 0000034' }
const INVALID_ZIP = 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.'

describe('the contact of a manual booking', () => {
  const schema = practiceContactSchema({ today: TODAY })
  const blank = {
    salutation: '',
    email: '',
    address: '',
    zip: '',
    city: '',
    country: 'AT',
    birthDate: '',
    svn4: '',
  }
  const noWish = { reminderBySms: false }
  const errorsOf = (change: Record<string, unknown>) =>
    fieldErrorsOf(v.safeParse(schema, { ...LEAST, ...change }).issues ?? [])

  it('needs only names and a phone number, and is Austrian without a country', () => {
    const empty = Object.fromEntries(Object.keys(blank).map((key) => [key, '  ']))
    for (const typed of [LEAST, { ...empty, ...LEAST }])
      expect(v.parse(schema, typed)).toEqual({ ...LEAST, ...blank, ...noWish })
  })

  it('may have every field of a patient', () => {
    expect(v.parse(schema, VALID_CONTACT)).toEqual(VALID_CONTACT)
  })

  it.each([
    ['firstName', 'Vorname ist erforderlich.'],
    ['lastName', 'Nachname ist erforderlich.'],
    ['mobile', 'Telefon ist erforderlich.'],
  ])('needs %s', (field, sentence) => {
    expect(errorsOf({ [field]: '' })).toEqual({ [field]: sentence })
    const { [field as keyof typeof LEAST]: _, ...others } = LEAST
    expect(fieldErrorsOf(v.safeParse(schema, others).issues ?? [])).toEqual({ [field]: sentence })
  })

  it.each([
    ['email', 'otto@beispiel', 'Die E-Mail hat kein gültiges Format.'],
    ['zip', '123', INVALID_ZIP],
    ['birthDate', 19800101, 'Geburtsdatum ist erforderlich.'],
    ['email', null, 'E-Mail ist erforderlich.'],
    ['nickname', 'Otti', 'Unbekannte Angabe.'],
  ])('checks other fields when they are filled: %s %s', (field, value, sentence) => {
    expect(errorsOf({ [field]: value })).toEqual({ [field]: sentence })
  })

  it('checks the postcode by the rule of the country, by default Austria’s', () => {
    expect(errorsOf({ zip: '88131' })).toEqual({ zip: INVALID_ZIP })
    expect(errorsOf({ zip: '88131', country: 'DE' })).toEqual({})
  })
})

describe('the booker of a manual booking', () => {
  const resultWith = (booker: unknown) =>
    v.safeParse(practiceContactSchema({ today: TODAY }), { ...LEAST, booker })

  it.each([undefined, null, { relation: '' }, { relation: '', firstName: 'Otto' }])(
    'is nobody for a patient who books in person: %j',
    (booker) => {
      const result = resultWith(booker)
      expect(result.success).toBe(true)
      expect(result.output).toMatchObject({ firstName: 'Otto', booker: undefined })
    },
  )

  it.each(['child', 7, {}, { relation: 'friend', firstName: 'Otto', lastName: 'Muster' }])(
    'cannot be %j',
    (booker) => {
      expect(resultWith(booker).success).toBe(false)
    },
  )
})

describe('the social security number that the practice enters or corrects', () => {
  const schema = practiceContactSchema({ today: TODAY })
  const leastWithBirthDate = { ...LEAST, birthDate: '1980-01-01' }
  const svnrOf = (change: Record<string, unknown>) =>
    v.parse(schema, { ...leastWithBirthDate, ...change }).svn4
  const errorsOf = (change: Record<string, unknown>) =>
    fieldErrorsOf(v.safeParse(schema, { ...leastWithBirthDate, ...change }).issues ?? [])

  it.each([
    { svn4: undefined, read: '' },
    { svn4: ' ', read: '' },
    { svn4: null, read: null },
    { svn4: '1237', read: '1237' },
    { svn4: '1237 010180', read: '1237010180' },
  ])('is read from $svn4 as $read', ({ svn4, read }) => {
    expect(svnrOf({ svn4 })).toBe(read)
  })

  it('must be right and fit the birth date', () => {
    expect(Object.keys(errorsOf({ svn4: '1238' }))).toEqual(['svn4'])
    expect(Object.keys(errorsOf({ svn4: '1237010181' }))).toEqual(['svn4'])
    expect(Object.keys(errorsOf({ svn4: '123' }))).toEqual(['svn4'])
  })

  it('is null outside Austria', () => {
    expect(svnrOf({ country: 'DE', svn4: null })).toBeNull()
  })

  it('is not the masked one that the answer of a GET contains', () => {
    expect(v.parse(schema, { ...leastWithBirthDate, svnr_masked: '•••• 010180' })).not.toHaveProperty(
      'svnr_masked',
    )
  })
})
