import { expect, it } from 'vitest'
import { shiftMonth, weeksOf } from './month-sheet.ts'

it.each([
  ['2026-11-30', '2026-10-26', '2026-12-06', 6],
  ['2027-02-14', '2027-02-01', '2027-02-28', 4],
  ['2027-01-01', '2026-12-28', '2027-01-31', 5],
])('the sheet of the month of %s is from Monday %s to Sunday %s, in %i weeks', (day, first, last, count) => {
  const weeks = weeksOf(day)
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual([first, last, count])
})

it.each([
  ['2027-01-31', 1, '2027-02-28'],
  // Four weeks later, 2027-01-29, is the same month still.
  ['2027-01-01', 1, '2027-02-05'],
  ['2027-02-28', -1, '2027-01-31'],
  ['2026-12-15', 1, '2027-01-12'],
] as const)('from %s, a change by %i month leads to the same weekday on %s', (day, by, other) => {
  expect(shiftMonth(day, by)).toBe(other)
})
