import { expect, test } from 'vitest'
import { wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { firstRoomFor, type WallSpan } from './wall-span.ts'

const HOUR_MINUTES = 60
const minutes = (time: string) => wallMinutes(time) ?? Number.NaN
const span = (start: string, end: string) => ({ from: minutes(start), to: minutes(end) })
/** The time of day at which a label of an hour stands that should stand at 07:30. */
const labelAmong = (taken: WallSpan[]) => wallTime(firstRoomFor(HOUR_MINUTES, minutes('07:30'), taken))

test('a label stands at its time where nothing else is within its length', () => {
  expect(labelAmong([])).toBe('07:30')
  expect(labelAmong([span('08:30', '09:00')])).toBe('07:30')
})

test('a label stands after everything that leaves too little room before it', () => {
  expect(labelAmong([span('09:00', '10:00'), span('08:00', '08:30')])).toBe('10:00')
})
