import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'
import { fieldErrorsOf } from '../field-errors.ts'
import { type ContactForm, contactFormSchema } from './contact-form.ts'
import { contactSchema } from './received-contact.ts'

const TODAY = '2026-11-20'
/** The rules of the API, which the form must agree with. */
const apiSchema = contactSchema({ today: TODAY })
const formSchema = contactFormSchema({ today: TODAY })

/** A form that is filled in correctly. */
const FORM: ContactForm = {
  ...VALID_CONTACT,
  svn4: '1237',
  svnMode: 'key',
  forWhom: 'me',
  bookerFirstName: '',
  bookerLastName: '',
}

const INVALID_KEY = 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.'

/** Returns the sentences for the form with these changes, by field. */
function formErrors(change: Partial<Record<keyof ContactForm, unknown>>) {
  return fieldErrorsOf(v.safeParse(formSchema, { ...FORM, ...change }, { abortPipeEarly: true }).issues ?? [])
}

describe('the contact form', () => {
  it('outputs a contact that passes the rules of the API', () => {
    const typed = { ...FORM, firstName: ' Rosa ', mobile: ' +436641234567 ', svn4: '1237 ' }
    expect(v.parse(formSchema, typed)).toEqual(VALID_CONTACT)
    expect(v.parse(apiSchema, v.parse(formSchema, typed))).toEqual(VALID_CONTACT)
  })

  it('takes all digits of the social security number in the mode `full`, and not only its key', () => {
    expect(v.parse(formSchema, { ...FORM, svnMode: 'full', svn4: '1007 011380' }).svn4).toBe('1007011380')
    expect(formErrors({ svnMode: 'full', svn4: '1237' })).toEqual({
      svn4: 'Ungültige SVNR. Bitte alle zehn Ziffern wie auf der e-card eingeben.',
    })
  })

  it('takes only the key of the social security number in the mode `key`', () => {
    expect(formErrors({ svnMode: 'key', svn4: '1007011380' })).toEqual({ svn4: INVALID_KEY })
  })

  it('drops the social security number in the mode `none`, and outside Austria', () => {
    expect(v.parse(formSchema, { ...FORM, svnMode: 'none', svn4: 'left over' }).svn4).toBeNull()
    expect(v.parse(formSchema, { ...FORM, country: 'LI', zip: '9490', svn4: 'left over' }).svn4).toBeNull()
  })

  it('is valid without the social security number if its field is hidden', () => {
    const { svn4: _, ...hidden } = FORM
    expect(v.parse(formSchema, { ...hidden, svnMode: 'none' }).svn4).toBeNull()
    expect(v.parse(formSchema, { ...hidden, country: 'LI', zip: '9490' }).svn4).toBeNull()
  })

  it('reports the same errors as the API, all at once', () => {
    const change = { salutation: undefined, email: 'x', zip: '1', address: '', birthDate: '', svn4: '' }
    const errorsOfCall = fieldErrorsOf(v.safeParse(apiSchema, { ...VALID_CONTACT, ...change }).issues ?? [])
    expect(Object.keys(errorsOfCall)).toHaveLength(6)
    expect(formErrors(change)).toEqual(errorsOfCall)
  })
})

describe('the booker in the form', () => {
  it('is taken from the form unless the appointment is for oneself', () => {
    const typed = { ...FORM, bookerFirstName: 'Maria', bookerLastName: 'Mutterfrau' }
    expect(v.parse(formSchema, { ...typed, forWhom: 'child' })).toEqual({
      ...VALID_CONTACT,
      booker: { firstName: 'Maria', lastName: 'Mutterfrau', relation: 'child' },
    })
    expect(v.parse(formSchema, typed)).toEqual(VALID_CONTACT)
    expect(formErrors({ forWhom: 'relative', bookerLastName: 'Mutterfrau' })).toEqual({
      bookerFirstName: 'Vorname ist erforderlich.',
    })
  })
})
