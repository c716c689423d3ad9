import { describe, expect, it } from 'vitest'
import { HOLIDAY_YEARS, publicHolidays } from './public-holidays.ts'

describe('Austria’s public holidays', () => {
  it('have their Austrian names', () => {
    expect(publicHolidays(2027).map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2027-01-01 Neujahr',
      '2027-01-06 Heilige Drei Könige',
      '2027-03-29 Ostermontag',
      '2027-05-01 Staatsfeiertag',
      '2027-05-06 Christi Himmelfahrt',
      '2027-05-17 Pfingstmontag',
      '2027-05-27 Fronleichnam',
      '2027-08-15 Mariä Himmelfahrt',
      '2027-10-26 Nationalfeiertag',
      '2027-11-01 Allerheiligen',
      '2027-12-08 Mariä Empfängnis',
      '2027-12-25 Christtag',
      '2027-12-26 Stefanitag',
    ])
  })

  // Source: the table of Easter Sundays by the Astronomical Society of South Australia.
  it.each([
    [2024, '2024-04-01'],
    [2025, '2025-04-21'],
    [2026, '2026-04-06'],
    [2035, '2035-03-26'],
    [2038, '2038-04-26'],
    [2049, '2049-04-19'],
    [2076, '2076-04-20'],
    [2100, '2100-03-29'],
  ])('have Easter Monday of %i on %s', (year, date) => {
    expect(publicHolidays(year)).toContainEqual({ date, name: 'Ostermontag' })
  })

  it('are thirteen distinct days in every year', () => {
    for (let year = HOLIDAY_YEARS.from; year <= HOLIDAY_YEARS.to; year++) {
      const dates = publicHolidays(year).map(({ date }) => date)
      expect(new Set(dates).size, String(year)).toBe(13)
      expect(dates.every((date) => date.startsWith(`${year}-`))).toBe(true)
    }
  })
})
