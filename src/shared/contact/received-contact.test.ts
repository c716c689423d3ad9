import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contactErrors, readContact, receivedContactSchema } from '../../testing/received-contact.ts'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { fieldErrorsOf } from '../field-errors.ts'

const INVALID_ADDRESS = 'Bitte eine gültige Adresse (Straße + Hausnummer) eingeben.'
const INVALID_ZIP = 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.'
const INVALID_SVNR = 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.'

/**
 * The sentences for all fields of an empty contact. Without a country there is no rule for the social
 * security number.
 */
const ERRORS_OF_EMPTY = {
  salutation: 'Bitte eine Anrede auswählen.',
  firstName: 'Vorname ist erforderlich.',
  lastName: 'Nachname ist erforderlich.',
  email: 'E-Mail ist erforderlich.',
  mobile: 'Telefon ist erforderlich.',
  address: INVALID_ADDRESS,
  zip: INVALID_ZIP,
  city: 'Ort ist erforderlich.',
  country: 'Bitte ein Land auswählen.',
  birthDate: 'Geburtsdatum ist erforderlich.',
}

/** Returns a contact with this value in every text field. */
function contactOf(value: unknown) {
  const { reminderBySms: _wish, ...texts } = VALID_CONTACT
  return Object.fromEntries(Object.keys(texts).map((field) => [field, value]))
}

describe('a received contact', () => {
  it('is returned unchanged if it is valid', () => {
    expect(v.parse(receivedContactSchema, VALID_CONTACT)).toEqual(VALID_CONTACT)
  })

  it('gets every sentence at once if it is empty, or if all its fields are missing', () => {
    expect(contactErrors(contactOf(''))).toEqual(ERRORS_OF_EMPTY)
    expect(fieldErrorsOf(v.safeParse(receivedContactSchema, {}).issues ?? [])).toEqual(ERRORS_OF_EMPTY)
  })

  it('also gets the sentence of the social security number if it has only the country Austria', () => {
    const { country: _, ...otherErrors } = ERRORS_OF_EMPTY
    const austrian = { ...otherErrors, svn4: INVALID_SVNR }
    expect(contactErrors({ ...contactOf(''), country: 'AT' })).toEqual(austrian)
    expect(fieldErrorsOf(v.safeParse(receivedContactSchema, { country: 'AT' }).issues ?? [])).toEqual(
      austrian,
    )
  })

  it.each([null, 5, true, [], {}])('gets every sentence at once if each field is %j', (wrong) => {
    expect(contactErrors(contactOf(wrong))).toEqual(ERRORS_OF_EMPTY)
  })

  it('reports the errors that depend on the country even while other fields are invalid', () => {
    expect(contactErrors({ firstName: '', zip: '685', address: 'Gasse', svn4: '1234' })).toEqual({
      firstName: 'Vorname ist erforderlich.',
      zip: INVALID_ZIP,
      address: INVALID_ADDRESS,
      svn4: INVALID_SVNR,
    })
  })

  it.each([null, undefined, 'Rosa', 5, []])('cannot be %j', (input) => {
    expect(v.is(receivedContactSchema, input)).toBe(false)
  })

  it.each(['svn', 'toString'])('is refused with the unknown key %s', (key) => {
    expect(contactErrors({ [key]: 'x' })).toEqual({ [key]: 'Unbekannte Angabe.' })
  })

  it('is refused with a key __proto__', () => {
    // Only JSON makes `__proto__` an ordinary key.
    const text = JSON.stringify(VALID_CONTACT).replace(/\}$/, ',"__proto__":{"admin":true}}')
    expect(v.is(receivedContactSchema, JSON.parse(text))).toBe(false)
  })

  it('never throws and never contains a control character, whatever the input is', () => {
    // Each field is missing, valid or anything.
    const fields = Object.entries(VALID_CONTACT).map(([field, valid]) => [
      field,
      fc.oneof(fc.constant(valid), fc.anything()),
    ])
    const anything = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    fc.assert(
      fc.property(anything, (input) => {
        const parsed = v.safeParse(receivedContactSchema, input)
        if (parsed.success) expect(Object.values(parsed.output).join('')).not.toMatch(/\p{Cc}/u)
        else expect(fieldErrorsOf(parsed.issues)).not.toEqual({})
      }),
    )
  })

  describe('with the single name of older callers', () => {
    const noNames = { firstName: undefined, lastName: undefined }

    it('has it split into first and last name', () => {
      const read = readContact({ ...noNames, name: 'Anna Maria  von der Au' })
      expect(read).toMatchObject({ firstName: 'Anna Maria', lastName: 'von der Au' })
      expect(read).not.toHaveProperty('name')
    })

    it('needs a first name', () => {
      expect(contactErrors({ ...noNames, name: 'Au' })).toEqual({ firstName: 'Vorname ist erforderlich.' })
    })

    it('is refused if it has the other names too', () => {
      expect(contactErrors({ name: 'Anna Au' })).toEqual({ name: 'Unbekannte Angabe.' })
    })

    it('is refused if the name is no text', () => {
      expect(contactErrors({ ...noNames, name: 7 })).toHaveProperty('name')
    })
  })
})
