import { expect, test } from 'vitest'
import { hourShare } from './hour-share.ts'

test.each([
  { capacity_min: 720, booked_min: 180, share: 0.25 },
  // Appointments may end after the working hours.
  { capacity_min: 720, booked_min: 800, share: 1 },
  // Without working time nothing is full.
  { capacity_min: 0, booked_min: 10, share: 0 },
])(
  'of $capacity_min working minutes, $booked_min booked ones are the share $share',
  ({ capacity_min, booked_min, share }) => {
    expect(hourShare({ weekday: 1, hour: 8, capacity_min, booked_min })).toBe(share)
  },
)
