import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { correctedContactSchema, manualContactSchema } from './manual-contact.ts'

const ZIP = 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.'

/** Reads the contact of a manual booking with this booker. */
const readManualContact = (booker: unknown) =>
  v.safeParse(manualContactSchema({ today: '2027-01-07' }), {
    firstName: 'Rosa',
    lastName: 'Musterfrau',
    mobile: '0664 1234567',
    booker,
  })

it.each([undefined, null, { relation: '' }, { relation: '', firstName: 'Otto' }])(
  'the practice enters a patient who books in person: %j',
  (booker) => {
    const result = readManualContact(booker)
    expect(result.success).toBe(true)
    expect(result.output).toMatchObject({ firstName: 'Rosa', booker: undefined })
  },
)

it.each(['child', 7, {}, { relation: 'friend', firstName: 'Otto', lastName: 'Muster' }])(
  'refuses %j as somebody who books for the patient',
  (booker) => {
    expect(readManualContact(booker).success).toBe(false)
  },
)

describe('the contact of a manual booking', () => {
  const manual = manualContactSchema({ today: '2026-11-20' })
  const least = { firstName: 'Otto', lastName: 'Beispielmann', mobile: '0660 0000034' }
  const blank = { salutation: '', email: '', address: '', zip: '', city: '', country: 'AT', birthDate: '' }
  const noWish = { reminderBySms: false }
  const manualErrors = (change: Record<string, unknown>) =>
    fieldErrorsOf(v.safeParse(manual, { ...least, ...change }).issues ?? [])

  it('needs only names and a phone number, and is Austrian without a country', () => {
    const empty = Object.fromEntries(Object.keys(blank).map((key) => [key, '  ']))
    for (const typed of [least, { ...empty, ...least }])
      expect(v.parse(manual, typed)).toEqual({ ...least, ...blank, ...noWish })
  })

  it('may have every field of a patient', () => {
    const { svn4: _, ...all } = VALID_CONTACT
    expect(v.parse(manual, all)).toEqual(all)
  })

  it.each([
    ['firstName', 'Vorname ist erforderlich.'],
    ['lastName', 'Nachname ist erforderlich.'],
    ['mobile', 'Telefon ist erforderlich.'],
  ])('needs %s', (field, sentence) => {
    expect(manualErrors({ [field]: '' })).toEqual({ [field]: sentence })
    const { [field as keyof typeof least]: _, ...others } = least
    expect(fieldErrorsOf(v.safeParse(manual, others).issues ?? [])).toEqual({ [field]: sentence })
  })

  it.each([
    ['email', 'otto@beispiel', 'Die E-Mail hat kein gültiges Format.'],
    ['zip', '123', ZIP],
    ['birthDate', 19800101, 'Geburtsdatum ist erforderlich.'],
    ['email', null, 'E-Mail ist erforderlich.'],
    ['nickname', 'Otti', 'Unbekannte Angabe.'],
  ])('checks other fields when they are filled: %s %s', (field, value, sentence) => {
    expect(manualErrors({ [field]: value })).toEqual({ [field]: sentence })
  })

  it('checks the postcode by the rule of the country, by default Austria’s', () => {
    expect(manualErrors({ zip: '88131' })).toEqual({ zip: ZIP })
    expect(manualErrors({ zip: '88131', country: 'DE' })).toEqual({})
  })
})

describe('the contact that the practice corrects', () => {
  const corrected = correctedContactSchema({ today: '2027-01-07' })
  const least = { firstName: 'Rosa', lastName: 'Musterfrau', mobile: '0660 0000034', birthDate: '1980-01-01' }
  const svnrOf = (change: Record<string, unknown>) => v.parse(corrected, { ...least, ...change }).svn4
  const errorsOf = (change: Record<string, unknown>) =>
    fieldErrorsOf(v.safeParse(corrected, { ...least, ...change }).issues ?? [])

  it.each([
    { svn4: undefined, read: '' },
    { svn4: ' ', read: '' },
    { svn4: null, read: null },
    { svn4: '1237', read: '1237' },
    { svn4: '1237 010180', read: '1237010180' },
  ])('reads the social security number $svn4 as $read', ({ svn4, read }) => {
    expect(svnrOf({ svn4 })).toBe(read)
  })

  it('refuses a number that is wrong or does not fit the birth date', () => {
    expect(Object.keys(errorsOf({ svn4: '1238' }))).toEqual(['svn4'])
    expect(Object.keys(errorsOf({ svn4: '1237010181' }))).toEqual(['svn4'])
    expect(Object.keys(errorsOf({ svn4: '123' }))).toEqual(['svn4'])
  })

  it('has no number outside Austria', () => {
    expect(svnrOf({ country: 'DE', svn4: null })).toBeNull()
  })

  it('ignores the masked number that the answer of a GET contains', () => {
    expect(v.parse(corrected, { ...least, svnr_masked: '•••• 010180' })).not.toHaveProperty('svnr_masked')
  })
})
