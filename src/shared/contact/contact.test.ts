import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import type { Contact } from './contact.ts'
import { manualContactSchema } from './manual-contact.ts'
import { contactSchema } from './received-contact.ts'

const today = '2026-11-20'
const schema = contactSchema({ today })

const ADDRESS = 'Bitte eine gültige Adresse (Straße + Hausnummer) eingeben.'
const ZIP = 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.'
const SVN = 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.'

/**
 * The sentences for a valid contact with this change, which are the same when each pipe stops at its first
 * issue.
 */
function errors(change: Record<string, unknown>) {
  const found = fieldErrorsOf(v.safeParse(schema, { ...VALID_CONTACT, ...change }).issues ?? [])
  const early = v.safeParse(schema, { ...VALID_CONTACT, ...change }, { abortPipeEarly: true })
  expect(fieldErrorsOf(early.issues ?? [])).toEqual(found)
  return found
}

const parse = (change: Record<string, unknown>) => v.parse(schema, { ...VALID_CONTACT, ...change })

describe('a contact', () => {
  it('that is valid is returned unchanged', () => {
    expect(v.parse(schema, VALID_CONTACT)).toEqual(VALID_CONTACT)
  })

  /** The sentences for all fields of an empty contact. */
  const everything = {
    salutation: 'Bitte eine Anrede auswählen.',
    firstName: 'Vorname ist erforderlich.',
    lastName: 'Nachname ist erforderlich.',
    email: 'E-Mail ist erforderlich.',
    mobile: 'Telefon ist erforderlich.',
    address: ADDRESS,
    zip: ZIP,
    city: 'Ort ist erforderlich.',
    country: 'Bitte ein Land auswählen.',
    birthDate: 'Geburtsdatum ist erforderlich.',
  }
  const { reminderBySms: _wish, ...texts } = VALID_CONTACT
  const blank = Object.fromEntries(Object.keys(texts).map((key) => [key, '']))

  it('that is empty or missing gets every sentence at once', () => {
    expect(errors(blank)).toEqual(everything)
    expect(fieldErrorsOf(v.safeParse(schema, {}).issues ?? [])).toEqual(everything)
  })

  it('of which only the country is Austria gets every other sentence, and that of the number', () => {
    const { country: _, ...rest } = everything
    const austrian = { ...rest, svn4: SVN }
    expect(errors({ ...blank, country: 'AT' })).toEqual(austrian)
    expect(fieldErrorsOf(v.safeParse(schema, { country: 'AT' }).issues ?? [])).toEqual(austrian)
  })

  it.each([null, 5, true, [], {}])('gets every sentence at once when each field is %j', (wrong) => {
    const all = Object.fromEntries(Object.keys(texts).map((key) => [key, wrong]))
    expect(errors(all)).toEqual(everything)
  })

  it('names the errors that depend on the country even while other fields are invalid', () => {
    expect(errors({ firstName: '', zip: '685', address: 'Gasse', svn4: '1234' })).toEqual({
      firstName: 'Vorname ist erforderlich.',
      zip: ZIP,
      address: ADDRESS,
      svn4: SVN,
    })
  })

  it.each([null, undefined, 'Rosa', 5, []])('is not %j', (input) => {
    expect(v.is(schema, input)).toBe(false)
  })

  it.each(['svn', 'toString'])('has no unknown key %s', (key) => {
    expect(errors({ [key]: 'x' })).toEqual({ [key]: 'Unbekannte Angabe.' })
  })

  it('has no key __proto__', () => {
    // Only JSON makes it a key like any other.
    const text = JSON.stringify(VALID_CONTACT).replace(/\}$/, ',"__proto__":{"admin":true}}')
    expect(v.is(schema, JSON.parse(text))).toBe(false)
  })

  it('with any input never throws and never contains a control character', () => {
    const anything = fc.record(
      Object.fromEntries(
        Object.keys(VALID_CONTACT).map((key) => [
          key,
          fc.oneof(fc.constant(VALID_CONTACT[key as keyof Contact]), fc.anything()),
        ]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anything, (input) => {
        const result = v.safeParse(schema, input)
        if (result.success) expect(Object.values(result.output).join('')).not.toMatch(/\p{Cc}/u)
        else expect(Object.values(fieldErrorsOf(result.issues)).length).toBeGreaterThan(0)
      }),
    )
  })
})

/** Values of one field beside those of a valid contact. */
describe('a field', () => {
  const NAMES = ['Li', "O'Neill", 'O’Neill', 'Müller-Lüdenscheidt', 'Nguyễn', 'Лев', 'a'.repeat(80)]

  it.each<[keyof Contact, string[]]>([
    ['salutation', ['Herr', 'Frau']],
    ['firstName', NAMES],
    ['lastName', NAMES],
    ['city', NAMES],
  ])('%s may be any of %j', (field, values) => {
    for (const value of values) expect([value, errors({ [field]: value })]).toEqual([value, {}])
  })

  const NO_NAMES = ['R2D2', 'Dr. Huber', '--', 'Anna_B', 'x@y.at', '7']
  const LETTERS = 'Bitte nur Buchstaben, Leerzeichen, Apostroph und Bindestrich eingeben.'
  const SHORT = 'Bitte mindestens 2 Zeichen eingeben.'

  it.each<[keyof Contact, string, string[]]>([
    ['salutation', 'Bitte eine Anrede auswählen.', ['herr', 'Dr.', 'Frau ']],
    ['firstName', LETTERS, NO_NAMES],
    ['lastName', LETTERS, NO_NAMES],
    ['city', LETTERS, NO_NAMES],
    ['firstName', SHORT, ['A']],
    ['lastName', SHORT, ['A ']],
    ['city', SHORT, ['Ö']],
    ['firstName', 'Der Text enthält unzulässige Zeichen.', ['Anna\nBcc', 'Anna\u0000']],
    ['firstName', 'Bitte höchstens 80 Zeichen eingeben.', ['a'.repeat(81)]],
    ['country', 'Bitte ein Land auswählen.', ['at', 'XX', 'Österreich', 'AUT']],
  ])('%s: "%s" for any of %j', (field, sentence, values) => {
    for (const value of values)
      expect([value, errors({ [field]: value })]).toEqual([value, { [field]: sentence }])
  })

  it.each<[keyof Contact, typed: string, stored: string]>([
    ['firstName', '  Jo\u0308rg   Maria ', 'Jörg Maria'],
    ['city', 'St. Gallen', 'Sankt Gallen'],
    ['city', 'st. gallen', 'Sankt Gallen'],
    ['city', 'ST.PÖLTEN', 'Sankt PÖLTEN'],
    ['city', 'St.Pölten', 'Sankt Pölten'],
    ['city', 'Bad St. Leonhard', 'Bad Sankt Leonhard'],
    ['city', 'Stans', 'Stans'],
  ])('%s "%s" is stored as "%s"', (field, typed, stored) => {
    expect(parse({ [field]: typed })[field]).toBe(stored)
    expect(parse({ [field]: stored })[field]).toBe(stored)
  })
})

it('a place without postcodes needs none', () => {
  const { zip: _, ...without } = { ...VALID_CONTACT, country: 'AE', svn4: null }
  expect(v.parse(schema, without).zip).toBe('')
})

describe('the wish to be reminded by SMS', () => {
  it('is true, or false where it is missing', () => {
    expect(parse({ reminderBySms: true }).reminderBySms).toBe(true)
    expect(parse({ reminderBySms: undefined }).reminderBySms).toBe(false)
  })

  it.each(['true', 1, null])('is not %j', (reminderBySms) => {
    expect(errors({ reminderBySms })).toEqual({ reminderBySms: 'Bitte true oder false angeben.' })
  })
})

describe('the social security number on the wire', () => {
  it.each(['1237', '1018', ' 12 37 '])('in Austria is the key that fits the birth date: "%s"', (svn4) => {
    expect(parse({ svn4 }).svn4).toBe(svn4.replaceAll(' ', ''))
  })

  it.each(['1234', '12370', '', undefined])('is not %j', (svn4) => {
    expect(errors({ svn4 })).toEqual({ svn4: SVN })
  })

  it('is invalid without the matching birth date', () => {
    expect(errors({ birthDate: '' })).toEqual({ birthDate: 'Geburtsdatum ist erforderlich.', svn4: SVN })
    expect(errors({ birthDate: '1990-05-15' })).toEqual({ svn4: SVN })
    expect(errors({ birthDate: '1990-05-15', svn4: '1239' })).toEqual({})
  })

  it('may be null', () => {
    expect(parse({ svn4: null }).svn4).toBeNull()
  })

  it('may be all ten digits, for an e-card with another date than the birth date', () => {
    expect(parse({ svn4: '1007 011380' }).svn4).toBe('1007011380')
  })

  it('is not ten digits whose check digit is wrong', () => {
    expect(errors({ svn4: '1008011380' })).toEqual({
      svn4: 'Ungültige SVNR. Bitte vergleichen Sie die zehn Ziffern mit Ihrer e-card.',
    })
  })

  it.each(['1237', 'x', 5, undefined, null])('is null outside Austria: %j', (svn4) => {
    expect(parse({ country: 'DE', zip: '88131', svn4 }).svn4).toBeNull()
    const { svn4: _, ...without } = { ...VALID_CONTACT, country: 'DE', zip: '88131' }
    expect(v.parse(schema, without).svn4).toBeNull()
  })
})

describe('a booker', () => {
  const booker = { firstName: 'Maria', lastName: 'Mutterfrau', relation: 'child' }
  const [name, relation] = ['Vorname ist erforderlich.', 'Bitte angeben, für wen der Termin ist.']

  it.each([
    [{ ...booker, firstName: ' ' }, { 'booker.firstName': name }],
    [{ ...booker, lastName: '4' }, { 'booker.lastName': expect.stringContaining('nur Buchstaben') }],
    [{ ...booker, relation: 'dog' }, { 'booker.relation': relation }],
    [{}, { 'booker.firstName': name, 'booker.lastName': expect.any(String), 'booker.relation': relation }],
    [{ ...booker, email: 'maria@muster.example' }, { 'booker.email': expect.any(String) }],
    ['Maria', { booker: 'Unbekannte Angabe.' }],
  ])('%j is refused, apart from the faults of the patient', (wrong, sentences) => {
    expect(errors({ booker: wrong })).toEqual(sentences)
    expect(errors({ booker: wrong, firstName: '' })).toEqual({ ...sentences, firstName: name })
  })

  const typed = { ...VALID_CONTACT, booker: { ...booker, firstName: '  Maria ' } }

  it('has its name tidied like the patient', () => {
    expect(v.parse(schema, typed)).toEqual({ ...VALID_CONTACT, booker })
  })

  it('may be in a manual booking', () => {
    const { svn4: _, ...withoutNumber } = typed
    expect(v.parse(manualContactSchema({ today }), withoutNumber).booker).toEqual(booker)
  })
})
