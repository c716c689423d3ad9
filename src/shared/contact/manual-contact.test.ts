import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { manualContactSchema } from './manual-contact.ts'

const ZIP = 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.'

const read = (booker: unknown) =>
  v.safeParse(manualContactSchema({ today: '2027-01-07' }), {
    firstName: 'Rosa',
    lastName: 'Musterfrau',
    mobile: '0664 1234567',
    booker,
  })

it.each([undefined, { relation: '' }, { relation: '', firstName: 'Otto' }])(
  'the practice enters a patient who books in person: %j',
  (booker) => {
    const { success, output } = read(booker)
    expect([success, (output as { booker?: unknown }).booker]).toEqual([true, undefined])
  },
)

it.each([null, 'child', 7, {}, { relation: 'friend', firstName: 'Otto', lastName: 'Muster' }])(
  'refuses %j as somebody who books for the patient',
  (booker) => {
    expect(read(booker).success).toBe(false)
  },
)

describe('the contact of a manual booking', () => {
  const manual = manualContactSchema({ today: '2026-11-20' })
  const least = { firstName: 'Otto', lastName: 'Beispielmann', mobile: '0660 0000034' }
  const blank = { salutation: '', email: '', address: '', zip: '', city: '', country: 'AT', birthDate: '' }
  const noWish = { reminderBySms: false }
  const manualErrors = (change: Record<string, unknown>) =>
    fieldErrorsOf(v.safeParse(manual, { ...least, ...change }).issues ?? [])

  it('needs names and a phone number, and is Austrian without a country; other fields may be empty', () => {
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

  it('checks the postcode by the country, else by Austria’s rule', () => {
    expect(manualErrors({ zip: '88131' })).toEqual({ zip: ZIP })
    expect(manualErrors({ zip: '88131', country: 'DE' })).toEqual({})
  })
})
