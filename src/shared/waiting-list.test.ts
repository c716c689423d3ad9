import { expect, it } from 'vitest'
import { dayPartOf } from './waiting-list.ts'

it.each([
  { time: '00:00', part: 'morning' },
  { time: '11:59', part: 'morning' },
  { time: '12:00', part: 'afternoon' },
  { time: '23:59', part: 'afternoon' },
])('$time is in the $part', ({ time, part }) => {
  expect(dayPartOf(time)).toBe(part)
})
