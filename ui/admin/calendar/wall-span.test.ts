import { expect, test } from 'vitest'
import { wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { firstFreeTime, type WallSpan } from './wall-span.ts'

const HOUR_MINUTES = 60

function minutes(time: string) {
  const found = wallMinutes(time)
  if (found === undefined) throw new Error(`${time} is no time of day`)
  return found
}

const span = (start: string, end: string) => ({ from: minutes(start), to: minutes(end) })

/** Returns the time of day of an hour-long label that should be at 07:30, beside the taken spans. */
const labelTimeAmong = (taken: WallSpan[]) =>
  wallTime(firstFreeTime(HOUR_MINUTES, { earliest: minutes('07:30'), taken }))

test('a label stays at its time if nothing else is within its length', () => {
  expect(labelTimeAmong([])).toBe('07:30')
  expect(labelTimeAmong([span('08:30', '09:00')])).toBe('07:30')
})

test('a label moves past everything that leaves too little room before it', () => {
  expect(labelTimeAmong([span('09:00', '10:00'), span('08:00', '08:30')])).toBe('10:00')
})
