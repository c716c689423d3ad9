import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromNumber, dayNumber } from '../day.ts'
import { checkDigit, composeSvnr, formatSvnr, isSvnr, maskSvnr, svnrOf } from './svnr.ts'

const birthDay = fc
  .integer({ min: dayNumber('1900-01-01'), max: dayNumber('2099-12-31') })
  .map((number) => dayFromNumber(number))

/** Replaces the digit at this index. */
const withDigit = (number: string, index: number, digit: number) =>
  `${number.slice(0, index)}${digit}${number.slice(index + 1)}`

/** The index of the check digit. */
const CHECK_DIGIT_INDEX = 3

describe('a social security number', () => {
  it.each(['1237010180', '1018010180', '1239150590', '1247150590', '1255150590'])('%s is valid', (number) => {
    expect(isSvnr(number)).toBe(true)
  })

  it('may have month 13, which is issued when the numbers of a day run out', () => {
    expect(isSvnr('1007011380')).toBe(true)
  })

  it('is invalid when its fourth digit is not the check digit', () => {
    expect(isSvnr('1234010180')).toBe(false)
    expect(checkDigit('1234010180')).toBe(7)
  })

  it('never starts with 0, even if the check digit fits', () => {
    const numbers = Array.from({ length: 1000 }, (_, key) =>
      composeSvnr(String(key).padStart(4, '0'), '1980-01-01'),
    )
    // The check digit of about every eleventh key fits.
    const fitting = numbers.filter((number) => checkDigit(number) === Number(number[CHECK_DIGIT_INDEX]))
    expect(fitting.length).toBeGreaterThan(80)
    expect(numbers.filter(isSvnr)).toEqual([])
  })

  it.each(['', '123701018', '12370101800', '1237 010180', '123701018a', '١٢٣٧010180'])(
    'is not "%s"',
    (text) => {
      expect(isSvnr(text)).toBe(false)
    },
  )

  it.each(['1000010180', '1040011380'])('is never issued where the remainder is 10, as for %s', (number) => {
    expect(checkDigit(number)).toBe(10)
    for (let digit = 0; digit <= 9; digit++)
      expect(isSvnr(withDigit(number, CHECK_DIGIT_INDEX, digit)), `${digit}`).toBe(false)
  })

  it('has exactly one fitting check digit, or none when the remainder is 10', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), birthDay, (runningNumber, day) => {
        const numbers = Array.from({ length: 10 }, (_, digit) => composeSvnr(`${runningNumber}${digit}`, day))
        const hasNoDigit = checkDigit(composeSvnr(`${runningNumber}0`, day)) === 10
        expect(numbers.filter(isSvnr)).toHaveLength(hasNoDigit ? 0 : 1)
      }),
    )
  })

  it('is invalid with any single wrong digit', () => {
    const valid = fc.constantFrom('1237010180', '1018010180', '1255150590')
    fc.assert(
      fc.property(valid, fc.nat(9), fc.nat(9), (number, index, digit) => {
        const changed = withDigit(number, index, digit)
        fc.pre(changed !== number)
        expect(isSvnr(changed)).toBe(false)
      }),
    )
  })
})

describe('composing the social security number', () => {
  it('puts day, month and two-digit year behind the key', () => {
    expect(composeSvnr('1237', '1980-01-01')).toBe('1237010180')
    expect(composeSvnr('1239', '1990-05-15')).toBe('1239150590')
  })

  it.each([
    { key: '123', birthDate: '1980-01-01' },
    { key: '12370', birthDate: '1980-01-01' },
    { key: '12a7', birthDate: '1980-01-01' },
    { key: '1237', birthDate: '' },
    { key: '1237', birthDate: '1980-02-30' },
    { key: '1237', birthDate: '80-01-01' },
  ])('returns nothing for the key "$key" and the birth date "$birthDate"', ({ key, birthDate }) => {
    expect(composeSvnr(key, birthDate)).toBe('')
  })
})

it('a social security number is formatted as on the e-card', () => {
  expect(formatSvnr('1237010180')).toBe('1237 010180')
})

it('a masked social security number shows only the date', () => {
  expect(maskSvnr('1237010180')).toBe('•••• 01 01 80')
})

describe("a contact's social security number", () => {
  it('is composed from the key, taken from ten digits, or null', () => {
    expect(svnrOf({ svn4: '1237', birthDate: '1980-01-01' })).toBe('1237010180')
    expect(svnrOf({ svn4: '1007011380', birthDate: '1980-01-01' })).toBe('1007011380')
    expect(svnrOf({ svn4: null, birthDate: '1980-01-01' })).toBeNull()
  })
})
