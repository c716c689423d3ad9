import { expect, test } from 'vitest'
import { isMorning } from './slots.ts'

test('morning ends at noon in Vienna, in any offset', () => {
  expect(isMorning({ start: '2027-01-12T11:45:00+01:00', end: undefined })).toBe(true)
  expect(isMorning({ start: '2027-01-12T12:00:00+01:00', end: undefined })).toBe(false)
  expect(isMorning({ start: '2027-07-12T10:30:00Z', end: undefined })).toBe(false)
})
