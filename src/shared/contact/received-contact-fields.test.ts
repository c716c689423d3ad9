import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contactErrors, readContact, receivedContactSchema } from '../../testing/received-contact.ts'
import { VALID_CONTACT } from '../../testing/valid-contact.ts'

const VALID_NAMES = [
  'Li',
  "O'Neill",
  'O’Neill',
  'Müller-Lüdenscheidt',
  'Nguyễn',
  'Лев',
  // The longest name.
  'a'.repeat(80),
]

describe('the salutation', () => {
  it.each(['Herr', 'Frau'])('is %s', (salutation) => {
    expect(contactErrors({ salutation })).toEqual({})
  })

  it.each(['herr', 'Dr.', 'Frau '])('is not %j', (salutation) => {
    expect(contactErrors({ salutation })).toEqual({ salutation: 'Bitte eine Anrede auswählen.' })
  })
})

describe.each(['firstName', 'lastName', 'city'])('the name in the field %s', (field) => {
  it.each(VALID_NAMES)('may be %s', (name) => {
    expect(contactErrors({ [field]: name })).toEqual({})
  })

  it.each(['R2D2', 'Dr. Huber', '--', 'Anna_B', 'x@y.at', '7'])(
    'may contain only letters, spaces, apostrophes and hyphens, unlike %s',
    (name) => {
      expect(contactErrors({ [field]: name })).toEqual({
        [field]: 'Bitte nur Buchstaben, Leerzeichen, Apostroph und Bindestrich eingeben.',
      })
    },
  )

  it.each(['A', 'A ', 'Ö'])('has at least two characters, unlike %j', (name) => {
    expect(contactErrors({ [field]: name })).toEqual({ [field]: 'Bitte mindestens 2 Zeichen eingeben.' })
  })

  it.each(['Anna\nBcc', 'Anna\u0000'])('has no control characters, unlike %j', (name) => {
    expect(contactErrors({ [field]: name })).toEqual({ [field]: 'Der Text enthält unzulässige Zeichen.' })
  })

  it('has at most 80 characters', () => {
    expect(contactErrors({ [field]: 'a'.repeat(81) })).toEqual({
      [field]: 'Bitte höchstens 80 Zeichen eingeben.',
    })
  })
})

it.each(['at', 'XX', 'Österreich', 'AUT'])('%s is not a country', (country) => {
  expect(contactErrors({ country })).toEqual({ country: 'Bitte ein Land auswählen.' })
})

it('a first name is stored with single spaces and composed letters', () => {
  const { firstName } = readContact({ firstName: '  Jo\u0308rg   Maria ' })
  expect(firstName).toBe('Jörg Maria')
  expect(readContact({ firstName }).firstName).toBe(firstName)
})

it.each([
  { typed: 'St. Gallen', stored: 'Sankt Gallen' },
  { typed: 'st. gallen', stored: 'Sankt Gallen' },
  { typed: 'ST.PÖLTEN', stored: 'Sankt PÖLTEN' },
  { typed: 'St.Pölten', stored: 'Sankt Pölten' },
  { typed: 'Bad St. Leonhard', stored: 'Bad Sankt Leonhard' },
  { typed: 'Stans', stored: 'Stans' },
])('the city "$typed" is stored as "$stored"', ({ typed, stored }) => {
  expect(readContact({ city: typed }).city).toBe(stored)
  expect(readContact({ city: stored }).city).toBe(stored)
})

it('a place without postcodes needs none', () => {
  const { zip: _, ...without } = { ...VALID_CONTACT, country: 'AE', svn4: null }
  expect(v.parse(receivedContactSchema, without).zip).toBe('')
})

describe('the wish to be reminded by SMS', () => {
  it('is true, or false by default', () => {
    expect(readContact({ reminderBySms: true }).reminderBySms).toBe(true)
    expect(readContact({ reminderBySms: undefined }).reminderBySms).toBe(false)
  })

  it.each(['true', 1, null])('is not %j', (reminderBySms) => {
    expect(contactErrors({ reminderBySms })).toEqual({ reminderBySms: 'Bitte true oder false angeben.' })
  })
})
