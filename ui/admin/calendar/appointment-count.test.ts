import { expect, test } from 'vitest'
import { activeCountText } from './appointment-count.ts'

test.each([
  [[], 'keine Termine'],
  [['cancelled', 'rejected'], 'keine Termine'],
  [['confirmed'], '1 Termin'],
  [['confirmed', 'requested', 'cancelled'], '2 Termine, 1 davon wartet'],
  [['requested', 'requested'], '2 Termine, 2 davon warten'],
])('appointments with the statuses %j are counted as “%s”', (statuses, text) => {
  expect(activeCountText(statuses)).toBe(text)
})
