import { expect, it } from 'vitest'
import { canNoteAttendance } from './attendance.ts'

it('attendance is noted of confirmed appointments, from their day on', () => {
  const days = ['2027-01-11', '2027-01-12', '2027-01-13']
  const can = (status: 'confirmed' | 'cancelled') =>
    days.map((today) => canNoteAttendance(status, '2027-01-12', today))
  expect(can('confirmed')).toEqual([false, true, true])
  expect(can('cancelled')).toEqual([false, false, false])
})
