import { expect, test } from 'vitest'
import { wallTime } from '../../../src/shared/day.ts'
import { wallMinutesOf } from '../../testing/wall-minutes-of.ts'
import { firstFreeTime, type WallSpan } from './wall-span.ts'

const HOUR_MINUTES = 60

const span = (start: string, end: string) => ({ from: wallMinutesOf(start), to: wallMinutesOf(end) })

/** Returns the time of day of an hour-long label that should be at 07:30, beside the taken spans. */
const labelTimeAmong = (taken: WallSpan[]) =>
  wallTime(firstFreeTime(HOUR_MINUTES, { earliest: wallMinutesOf('07:30'), taken }))

test('a label stays at its time if nothing else is within its length', () => {
  expect(labelTimeAmong([])).toBe('07:30')
  expect(labelTimeAmong([span('08:30', '09:00')])).toBe('07:30')
})

test('a label moves past everything that leaves too little room before it', () => {
  expect(labelTimeAmong([span('09:00', '10:00'), span('08:00', '08:30')])).toBe('10:00')
})
