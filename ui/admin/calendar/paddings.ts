import type { Calendar } from './use-calendar.ts'
import type { IsoSpan } from './wall-span.ts'

/** A time before or after an appointment that it also occupies. */
export type Padding = IsoSpan & {
  /** The id of the appointment. */
  bookingId: string
}

/** Returns the paddings of appointments: the times before and after that they also occupy. */
export function paddingsOf({ bookings, occupied }: Pick<Calendar, 'bookings' | 'occupied'>): Padding[] {
  return occupied.flatMap(({ booking_id, start, end }) => {
    const appointment = bookings.find(({ id }) => id === booking_id)
    if (!appointment) return []
    const lengthBefore = Date.parse(appointment.start) - Date.parse(start)
    const lengthAfter = Date.parse(end) - Date.parse(appointment.end)
    // A row that does not contain the appointment is another time, which the patient asks for or was offered.
    if (lengthBefore < 0 || lengthAfter < 0) return []
    const bookingId = appointment.id
    return [
      ...(lengthBefore > 0 ? [{ bookingId, start, end: appointment.start }] : []),
      ...(lengthAfter > 0 ? [{ bookingId, start: appointment.end, end }] : []),
    ]
  })
}
