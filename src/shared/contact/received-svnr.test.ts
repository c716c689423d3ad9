import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contactErrors, readContact, receivedContactSchema } from '../../testing/received-contact.ts'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'

const INVALID_KEY = 'Ungültige SVNR. Bitte 4-stelligen Schlüssel + gültiges Geburtsdatum.'

// The valid contact lives in Austria and is born on 1 January 1980. The keys 1237 and 1018 fit that day.

describe('the social security number on the wire', () => {
  it.each(['1237', '1018', ' 12 37 '])('in Austria is the key that fits the birth date: "%s"', (svn4) => {
    expect(readContact({ svn4 }).svn4).toBe(svn4.replaceAll(' ', ''))
  })

  it.each([
    { fault: 'a wrong check digit', svn4: '1234' },
    { fault: 'five digits', svn4: '12370' },
    { fault: 'no digits', svn4: '' },
    { fault: 'no value', svn4: undefined },
  ])('is refused with $fault', ({ svn4 }) => {
    expect(contactErrors({ svn4 })).toEqual({ svn4: INVALID_KEY })
  })

  it('is invalid for another birth date', () => {
    expect(contactErrors({ birthDate: '' })).toEqual({
      birthDate: 'Geburtsdatum ist erforderlich.',
      svn4: INVALID_KEY,
    })
    expect(contactErrors({ birthDate: '1990-05-15' })).toEqual({ svn4: INVALID_KEY })
    expect(contactErrors({ birthDate: '1990-05-15', svn4: '1239' })).toEqual({})
  })

  it('may be null', () => {
    expect(readContact({ svn4: null }).svn4).toBeNull()
  })

  it('may be all ten digits, because an e-card may have another date than the birth date', () => {
    expect(readContact({ svn4: '1007 011380' }).svn4).toBe('1007011380')
  })

  it('cannot be ten digits with a wrong check digit', () => {
    expect(contactErrors({ svn4: '1008011380' })).toEqual({
      svn4: 'Ungültige SVNR. Bitte vergleichen Sie die zehn Ziffern mit Ihrer e-card.',
    })
  })

  it.each(['1237', 'x', 5, undefined, null])('is null outside Austria: %j', (svn4) => {
    expect(readContact({ country: 'DE', zip: '88131', svn4 }).svn4).toBeNull()
    const { svn4: _, ...without } = { ...VALID_CONTACT, country: 'DE', zip: '88131' }
    expect(v.parse(receivedContactSchema, without).svn4).toBeNull()
  })
})
