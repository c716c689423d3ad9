import { expect, test } from 'vitest'
import { countText } from './appointment-count.ts'

test('the text counts the active appointments, and how many of them wait for a decision', () => {
  expect(countText([])).toBe('keine Termine')
  expect(countText(['cancelled', 'rejected'])).toBe('keine Termine')
  expect(countText(['confirmed'])).toBe('1 Termin')
  expect(countText(['confirmed', 'requested', 'cancelled'])).toBe('2 Termine, 1 davon wartet')
  expect(countText(['requested', 'requested'])).toBe('2 Termine, 2 davon warten')
})
