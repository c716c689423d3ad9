import { useMutation } from '@tanstack/react-query'
import { ATTENDANCES, type Attendance, canRecordAttendance } from '../../../src/shared/attendance.ts'
import type { BookingStatus } from '../../../src/shared/booking.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { serverNow, viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { dayOfIso } from '../components/iso-day.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import styles from './appointment.module.css'

type AttendableAppointment = {
  id: string
  name: string
  status: BookingStatus
  start: string
  attendance: Attendance | null
}

/** The labels of the attendance that the practice can note. */
export const ATTENDANCE_NAMES = { arrived: 'Da', no_show: 'Nicht erschienen' } as const satisfies Record<
  Attendance,
  string
>

/** Returns whether the practice can note the attendance: for confirmed appointments, from their day on. */
export function isAttendable({ status, start }: Pick<AttendableAppointment, 'status' | 'start'>): boolean {
  return canRecordAttendance(status, dayOfIso(start), viennaToday())
}

/**
 * Buttons that note whether the patient came. Once noted, only that button is shown, and a press undoes it.
 */
export function AttendanceButtons({ booking }: { booking: AttendableAppointment }) {
  const { id, name } = booking
  const noteAttendance = useMutation({
    mutationFn: (noted: Attendance | null) =>
      adminRequest(
        admin.bookings[':id'].attendance.$put({
          param: { id: encodeURIComponent(id) },
          json: { attendance: noted },
        }),
      ),
    onSettled: refreshAdminData,
  })
  if (!isAttendable(booking)) return null
  // A press shows at once, also on a slow connection.
  const attendance = noteAttendance.isPending ? noteAttendance.variables : booking.attendance
  const hasBegun = Date.parse(booking.start) <= serverNow()
  const offered = offeredAttendances(attendance, hasBegun)
  return (
    <>
      {offered.map((each) => (
        <span key={each} className={styles.attendance}>
          <Button
            size="small"
            busy={noteAttendance.isPending}
            aria-pressed={attendance === each}
            aria-label={`${ATTENDANCE_NAMES[each]}: ${name}`}
            onClick={() => noteAttendance.mutate(attendance === each ? null : each)}
          >
            {ATTENDANCE_NAMES[each]}
          </Button>
        </span>
      ))}
      {noteAttendance.error && (
        <OutcomeBanner outcome={toOutcome(noteAttendance.error, 'Das ließ sich nicht speichern.')} />
      )}
    </>
  )
}

function offeredAttendances(noted: Attendance | null, hasBegun: boolean): readonly Attendance[] {
  if (noted !== null) return [noted]
  // Before the start it is too early to say that the patient did not come.
  return hasBegun ? ATTENDANCES : ['arrived']
}
