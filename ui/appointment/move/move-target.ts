import type { Booking } from '../../api/appointment.ts'

/** The time in the URL, '' before the choice, and the id of another doctor, if one is in the URL. */
export type MoveInUrl = { start: string; doctorId: string | undefined }

type MoveTarget = {
  /** Undefined until a time is chosen. */
  newStart: string | undefined
  /** The id of the doctor to whom the appointment moves; undefined if it stays with its own. */
  otherDoctorId: string | undefined
  /** True for the present time, whose choice withdraws the request for another time. */
  stays: boolean
  /** True if the appointment has this time already, or asks for it. */
  isAlreadyMoved: boolean
}

/** Returns where the URL moves the appointment, compared with its present time and doctor. */
export function moveTargetOf({ slot, move, resource }: Booking, { start, doctorId }: MoveInUrl): MoveTarget {
  const newStart = Number.isNaN(Date.parse(start)) ? undefined : start
  const newDoctorId = doctorId ?? resource?.id
  const keepsDoctor = newDoctorId === resource?.id
  const isAt = (time: string) => newStart !== undefined && isSameInstant(newStart, time)
  const latestDoctor = move?.resource ?? resource
  return {
    newStart,
    otherDoctorId: keepsDoctor ? undefined : newDoctorId,
    stays: keepsDoctor && isAt(slot.start),
    isAlreadyMoved: isAt((move ?? slot).start) && newDoctorId === latestDoctor?.id,
  }
}

/** Returns whether two ISO texts name the same instant, also with different offsets. */
function isSameInstant(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other)
}
