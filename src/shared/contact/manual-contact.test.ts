import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { practiceContactSchema } from './manual-contact.ts'

const TODAY = '2027-01-07'
/** The fields that a manual booking needs. */
const LEAST = { firstName: 'Otto', lastName: 'Beispielmann', mobile: '0660 0000034' }
const INVALID_ZIP = 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.'

/** The other fields of a contact that has only `LEAST`. */
const DEFAULTS = {
  salutation: '',
  email: '',
  address: '',
  zip: '',
  city: '',
  country: 'AT',
  birthDate: '',
  svn4: '',
  reminderBySms: false,
}

describe('the contact of a manual booking', () => {
  const schema = practiceContactSchema({ today: TODAY })
  const errorsOf = (sent: object) => fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

  it('needs only names and a phone number, and is Austrian without a country', () => {
    expect(v.parse(schema, LEAST)).toEqual({ ...DEFAULTS, ...LEAST })
  })

  it('may have blank fields', () => {
    const { reminderBySms: _, ...texts } = DEFAULTS
    const blank = Object.fromEntries(Object.keys(texts).map((field) => [field, '  ']))
    expect(v.parse(schema, { ...blank, ...LEAST })).toEqual({ ...DEFAULTS, ...LEAST })
  })

  it('may have every field of a patient', () => {
    expect(v.parse(schema, VALID_CONTACT)).toEqual(VALID_CONTACT)
  })

  it.each([
    { field: 'firstName', sentence: 'Vorname ist erforderlich.' },
    { field: 'lastName', sentence: 'Nachname ist erforderlich.' },
    { field: 'mobile', sentence: 'Telefon ist erforderlich.' },
  ] as const)('needs $field', ({ field, sentence }) => {
    expect(errorsOf({ ...LEAST, [field]: '' })).toEqual({ [field]: sentence })
    const { [field]: _, ...others } = LEAST
    expect(errorsOf(others)).toEqual({ [field]: sentence })
  })

  it.each([
    { field: 'email', value: 'otto@beispiel', sentence: 'Die E-Mail hat kein gültiges Format.' },
    { field: 'zip', value: '123', sentence: INVALID_ZIP },
    { field: 'birthDate', value: 19800101, sentence: 'Geburtsdatum ist erforderlich.' },
    { field: 'email', value: null, sentence: 'E-Mail ist erforderlich.' },
    { field: 'nickname', value: 'Otti', sentence: 'Unbekannte Angabe.' },
  ])('checks other fields when they are filled: $field $value', ({ field, value, sentence }) => {
    expect(errorsOf({ ...LEAST, [field]: value })).toEqual({ [field]: sentence })
  })

  it('checks the postcode by the rule of the country, by default Austria’s', () => {
    expect(errorsOf({ ...LEAST, zip: '88131' })).toEqual({ zip: INVALID_ZIP })
    expect(errorsOf({ ...LEAST, zip: '88131', country: 'DE' })).toEqual({})
  })
})

describe('the booker of a manual booking', () => {
  const resultWith = (booker: unknown) =>
    v.safeParse(practiceContactSchema({ today: TODAY }), { ...LEAST, booker })

  it.each([undefined, null, { relation: '' }, { relation: '', firstName: 'Otto' }])(
    'is nobody for a patient who books in person: %j',
    (booker) => {
      const parsed = resultWith(booker)
      expect(parsed.success).toBe(true)
      expect(parsed.output).toMatchObject({ firstName: 'Otto', booker: undefined })
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

  it.each([
    { fault: 'does not fit the birth date', svn4: '1238' },
    { fault: 'has a wrong check digit', svn4: '1237010181' },
    { fault: 'is incomplete', svn4: '123' },
  ])('is refused when it $fault', ({ svn4 }) => {
    expect(Object.keys(errorsOf({ svn4 }))).toEqual(['svn4'])
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
