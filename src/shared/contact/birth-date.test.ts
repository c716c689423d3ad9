import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { dayFromNumber, dayNumber } from '../day.ts'
import { birthDateSchema, composeBirthDate, isMinor, splitBirthDate } from './birth-date.ts'

const INVALID_DAY = 'Bitte ein gültiges Datum angeben.'
const INCOMPLETE = `${INVALID_DAY} Tag, Monat und Jahr, das Jahr mit vier Ziffern.`
/** The last valid birth date. */
const TODAY = '2026-11-20'
const schema = birthDateSchema(TODAY)
const sentenceFor = (birthDate: unknown) => v.safeParse(schema, birthDate).issues?.[0].message

/** Composes a birth date from the three fields, written as `day.month.year`. */
function compose(fields: string): string {
  const [day = '', month = '', year = ''] = fields.split('.')
  return composeBirthDate({ day, month, year })
}

describe('a birth date', () => {
  it.each(['1900-01-01', TODAY, '2024-02-29'])('may be %s', (birthDate) => {
    expect(sentenceFor(birthDate)).toBeUndefined()
  })

  it.each(['1899-12-31', '2026-11-21', '2023-02-29', '01.01.1980'])('is not %s', (birthDate) => {
    expect(sentenceFor(birthDate)).toBe(INVALID_DAY)
  })

  it('is composed of day, month and year, and split into them again', () => {
    const anyBirthDate = fc
      .integer({ min: dayNumber('1900-01-01'), max: dayNumber(TODAY) })
      .map((number) => dayFromNumber(number))
    const withoutZero = (part: string) => String(Number(part))
    fc.assert(
      fc.property(anyBirthDate, (birthDate) => {
        const parts = splitBirthDate(birthDate)
        expect(composeBirthDate(parts)).toBe(birthDate)
        const shortParts = { ...parts, day: withoutZero(parts.day), month: withoutZero(parts.month) }
        expect(composeBirthDate(shortParts)).toBe(birthDate)
      }),
    )
  })

  it('is empty without input', () => {
    expect(compose('. .')).toBe('')
  })

  it.each(['1..', '.1.1980', '1.1.', '1..1980', '1.1.80'])(
    'has a sentence of its own while it is incomplete: %s',
    (fields) => {
      expect(sentenceFor(compose(fields))).toBe(INCOMPLETE)
    },
  )

  it.each(['31.2.1980', '0.1.1980', '001.1.1980', '1.Mai.1980'])('is not composed of %s', (fields) => {
    expect(sentenceFor(compose(fields))).toBe(INVALID_DAY)
  })

  it('keeps incomplete parts', () => {
    expect(splitBirthDate('')).toEqual({ day: '', month: '', year: '' })
    const incompleteParts = { day: '14', month: '', year: '19' }
    expect(splitBirthDate(composeBirthDate(incompleteParts))).toEqual(incompleteParts)
  })
})

it('a minor is younger than eighteen', () => {
  const today = '2027-01-07'
  expect(isMinor('2009-01-08', today)).toBe(true)
  expect(isMinor('2009-01-07', today)).toBe(false)
})

// The form asks while the birth date is still incomplete.
it.each(['', '2020-1-1', '--2020'])('nobody is a minor by the incomplete birth date "%s"', (birthDate) => {
  expect(isMinor(birthDate, '2027-01-07')).toBe(false)
})
