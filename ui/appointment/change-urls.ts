// These URLs are not in ui/patient/addresses.ts, so that the booking of an appointment does not load them.

/** Returns the URL of the page on which a patient cancels an appointment. */
export function cancelUrl(bookingId: string): string {
  return `/patient/reject?id=${encodeURIComponent(bookingId)}`
}

/**
 * Returns the URL of the page on which a patient moves an appointment.
 * @param start the ISO time of a choice that is already made: the page then only asks whether to take it
 */
export function moveUrl(bookingId: string, start?: string): string {
  const url = `/patient/move?id=${encodeURIComponent(bookingId)}`
  return start === undefined ? url : `${url}&start=${encodeURIComponent(start)}`
}
