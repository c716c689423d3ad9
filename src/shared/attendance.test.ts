import { expect, it } from 'vitest'
import { canRecordAttendance } from './attendance.ts'

const DAY_BEFORE = '2027-01-11'
const DAY = '2027-01-12'
const DAY_AFTER = '2027-01-13'

it('attendance can be recorded for a confirmed appointment from its day on', () => {
  expect(canRecordAttendance('confirmed', DAY, DAY_BEFORE)).toBe(false)
  expect(canRecordAttendance('confirmed', DAY, DAY)).toBe(true)
  expect(canRecordAttendance('confirmed', DAY, DAY_AFTER)).toBe(true)
})

it.each([DAY_BEFORE, DAY, DAY_AFTER])(
  'on %s no attendance can be recorded for a cancelled appointment',
  (today) => {
    expect(canRecordAttendance('cancelled', DAY, today)).toBe(false)
  },
)
