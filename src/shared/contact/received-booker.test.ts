import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contactErrors, receivedContactSchema } from '../../testing/received-contact.ts'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { practiceContactSchema } from './manual-contact.ts'

describe('a booker', () => {
  const booker = { firstName: 'Maria', lastName: 'Mutterfrau', relation: 'child' }
  const NO_FIRST_NAME = 'Vorname ist erforderlich.'
  const NO_RELATION = 'Bitte angeben, für wen der Termin ist.'
  const ONLY_LETTERS = 'Bitte nur Buchstaben, Leerzeichen, Apostroph und Bindestrich eingeben.'

  it.each([
    {
      fault: 'an empty first name',
      sent: { ...booker, firstName: ' ' },
      sentences: { 'booker.firstName': NO_FIRST_NAME },
    },
    {
      fault: 'a number as last name',
      sent: { ...booker, lastName: '4' },
      sentences: { 'booker.lastName': ONLY_LETTERS },
    },
    {
      fault: 'an unknown relation',
      sent: { ...booker, relation: 'dog' },
      sentences: { 'booker.relation': NO_RELATION },
    },
    {
      fault: 'nothing',
      sent: {},
      sentences: {
        'booker.firstName': NO_FIRST_NAME,
        'booker.lastName': 'Nachname ist erforderlich.',
        'booker.relation': NO_RELATION,
      },
    },
    {
      fault: 'an e-mail address',
      sent: { ...booker, email: 'maria@muster.example' },
      sentences: { 'booker.email': 'Unbekannte Angabe.' },
    },
    { fault: 'a text in place of the fields', sent: 'Maria', sentences: { booker: 'Unbekannte Angabe.' } },
  ])('with $fault is refused, even together with an error in the contact', ({ sent, sentences }) => {
    expect(contactErrors({ booker: sent })).toEqual(sentences)
    expect(contactErrors({ booker: sent, firstName: '' })).toEqual({
      ...sentences,
      firstName: NO_FIRST_NAME,
    })
  })

  const typed = { ...VALID_CONTACT, booker: { ...booker, firstName: '  Maria ' } }

  it('has a tidied name like the patient', () => {
    expect(v.parse(receivedContactSchema, typed)).toEqual({ ...VALID_CONTACT, booker })
  })

  it('is null where patients book for themselves', () => {
    expect(v.parse(receivedContactSchema, { ...VALID_CONTACT, booker: null })).toEqual(VALID_CONTACT)
  })

  it('may be in a manual booking', () => {
    const { svn4: _, ...withoutNumber } = typed
    expect(v.parse(practiceContactSchema({ today: '2026-11-20' }), withoutNumber).booker).toEqual(booker)
  })
})
