import { expect, test } from 'vitest'
import { addMonths } from './add-months.ts'

test.each([
  { day: '2026-11-20', count: 6, later: '2027-05-20' },
  { day: '2027-01-15', count: -1, later: '2026-12-15' },
])('$count months after $day is $later, the same day of another month', ({ day, count, later }) => {
  expect(addMonths(day, count)).toBe(later)
})

test.each([
  { day: '2027-08-31', count: 6, later: '2028-02-29' },
  { day: '2027-01-31', count: 1, later: '2027-02-28' },
])('$count months after $day is $later, the end of a shorter month', ({ day, count, later }) => {
  expect(addMonths(day, count)).toBe(later)
})
