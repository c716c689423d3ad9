import type { BookingStatus } from './booking.ts'
import type { Day } from './day.ts'

/** Whether the patient came. Rule: docs/behaviour.md 8.32. */
export const ATTENDANCES = ['arrived', 'no_show'] as const
export type Attendance = (typeof ATTENDANCES)[number]

/** The answer to "Erschienen". */
export const HAS_COME = { arrived: 'ja', no_show: 'nein' } as const satisfies Record<Attendance, string>

/** @param day the appointment's */
export function canNoteAttendance(status: BookingStatus, day: Day, today: Day): boolean {
  return status === 'confirmed' && day <= today
}
