import type { BookingStatus } from './booking.ts'
import type { Day } from './day.ts'

/** Whether the patient came. Rule: docs/behaviour.md 8.32. */
export const ATTENDANCES = ['arrived', 'no_show'] as const
export type Attendance = (typeof ATTENDANCES)[number]

/** The words for each attendance under the heading "Erschienen". */
export const ATTENDANCE_ANSWERS = { arrived: 'ja', no_show: 'nein' } as const satisfies Record<
  Attendance,
  string
>

/**
 * Returns whether the practice may record now that the patient came.
 * @param day the Vienna day of the appointment
 */
export function canRecordAttendance(status: BookingStatus, day: Day, today: Day): boolean {
  return status === 'confirmed' && day <= today
}
