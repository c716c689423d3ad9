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

  // Source: the table of Easter Sundays by the Astronomical Society of South Australia. Easter is early in
  // 2035, and as late as it can be in 2038. In 2049 and 2076 it is a week earlier than the plain reckoning
  // says, and 2100 is no leap year.
  it.each([
    { year: 2024, date: '2024-04-01' },
    { year: 2025, date: '2025-04-21' },
    { year: 2026, date: '2026-04-06' },
    { year: 2035, date: '2035-03-26' },
    { year: 2038, date: '2038-04-26' },
    { year: 2049, date: '2049-04-19' },
    { year: 2076, date: '2076-04-20' },
    { year: 2100, date: '2100-03-29' },
  ])('have Easter Monday on $date in $year', ({ year, date }) => {
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
