import { expect, test } from 'vitest'
import { hourShare } from './hour-share.ts'

test('the booked share of an hour is at most 1, and is 0 without working time', () => {
  const shareOf = (capacity_min: number, booked_min: number) =>
    hourShare({ weekday: 1, hour: 8, capacity_min, booked_min })
  expect(shareOf(720, 180)).toBe(0.25)
  expect(shareOf(720, 800)).toBe(1)
  expect(shareOf(0, 10)).toBe(0)
})
