import { expect, it } from 'vitest'
import { inNextMonth, weeksOf } from './month-sheet.ts'

it.each([
  ['2026-11-30', '2026-10-26', '2026-12-06', 6],
  ['2027-02-14', '2027-02-01', '2027-02-28', 4],
  ['2027-01-01', '2026-12-28', '2027-01-31', 5],
])('the sheet of %s is from %s to %s, in %i weeks', (day, first, last, count) => {
  const weeks = weeksOf(day)
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual([first, last, count])
})

it.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-01-01', 1, '2027-02-05'],
  ['2027-02-28', -1, '2027-01-31'],
  ['2026-12-15', 1, '2027-01-12'],
])('from %s, a change by %i month leads to %s', (day, by, other) => {
  expect(inNextMonth(day, by)).toBe(other)
})
