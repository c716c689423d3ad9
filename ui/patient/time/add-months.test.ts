import { expect, test } from 'vitest'
import { addMonths } from './add-months.ts'

test('adding months stops at the end of a shorter month', () => {
  expect(addMonths('2027-08-31', 6)).toBe('2028-02-29')
  expect(addMonths('2026-11-20', 6)).toBe('2027-05-20')
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2027-01-15', -1)).toBe('2026-12-15')
})
