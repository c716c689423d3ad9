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

function compose(typed: string): string {
  const [day = '', month = '', year = ''] = typed.split('.')
  return composeBirthDate(day, month, year)
}

describe('a birth date', () => {
  it.each(['1900-01-01', TODAY, '2024-02-29'])('may be %s', (birthDate) => {
    expect(sentenceFor(birthDate)).toBeUndefined()
  })

  it.each(['1899-12-31', '2026-11-21', '2023-02-29', '01.01.1980'])('is not %s', (birthDate) => {
    expect(sentenceFor(birthDate)).toBe(INVALID_DAY)
  })

  it('is composed of day, month and year, and split into them again', () => {
    const number = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber(TODAY) })
    fc.assert(
      fc.property(number, fc.boolean(), (n, short) => {
        const birthDate = dayFromNumber(n)
        const { day, month, year } = splitBirthDate(birthDate)
        const typed = (part: string) => (short ? String(Number(part)) : part)
        expect(composeBirthDate(typed(day), typed(month), year)).toBe(birthDate)
      }),
    )
  })

  it('is empty without input, and has a sentence of its own while it is incomplete', () => {
    expect(composeBirthDate('', ' ', '')).toBe('')
    for (const typed of ['1..', '.1.1980', '1.1.', '1..1980', '1.1.80'])
      expect([typed, sentenceFor(compose(typed))]).toEqual([typed, INCOMPLETE])
  })

  it.each(['31.2.1980', '0.1.1980', '001.1.1980', '1.Mai.1980'])('is not composed of %s', (typed) => {
    expect(sentenceFor(compose(typed))).toBe(INVALID_DAY)
  })

  it('keeps incomplete parts', () => {
    expect(splitBirthDate('')).toEqual({ day: '', month: '', year: '' })
    expect(splitBirthDate(composeBirthDate('14', '', '19'))).toEqual({ day: '14', month: '', year: '19' })
  })
})

it('a minor is younger than eighteen', () => {
  const today = '2027-01-07'
  expect(isMinor('2009-01-08', today)).toBe(true)
  expect(isMinor('2009-01-07', today)).toBe(false)
  // The form asks while the birth date is still incomplete.
  expect(['', '2020-1-1', '--2020'].some((birthDate) => isMinor(birthDate, today))).toBe(false)
})
