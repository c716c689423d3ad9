import { expect, test } from 'vitest'
import { isMorning } from './slots.ts'

/** A slot whose end is not known, and does not matter here. */
const slotAt = (start: string) => ({ start, end: undefined })

test('the morning ends at noon', () => {
  expect(isMorning(slotAt('2027-01-12T11:45:00+01:00'))).toBe(true)
  expect(isMorning(slotAt('2027-01-12T12:00:00+01:00'))).toBe(false)
})

test('noon means noon in Vienna, even for a slot in UTC', () => {
  // In summer, Vienna is two hours ahead of UTC: this slot begins at 12:30.
  expect(isMorning(slotAt('2027-07-12T10:30:00Z'))).toBe(false)
})
