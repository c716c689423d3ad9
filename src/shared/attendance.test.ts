import { expect, it } from 'vitest'
import { canNoteAttendance } from './attendance.ts'

const DAY_BEFORE = '2027-01-11'
const DAY = '2027-01-12'
const DAY_AFTER = '2027-01-13'

it('attendance can be noted for a confirmed appointment from its day on', () => {
  expect(canNoteAttendance('confirmed', DAY, DAY_BEFORE)).toBe(false)
  expect(canNoteAttendance('confirmed', DAY, DAY)).toBe(true)
  expect(canNoteAttendance('confirmed', DAY, DAY_AFTER)).toBe(true)
})

it.each([DAY_BEFORE, DAY, DAY_AFTER])(
  'on %s no attendance can be noted for a cancelled appointment',
  (today) => {
    expect(canNoteAttendance('cancelled', DAY, today)).toBe(false)
  },
)
