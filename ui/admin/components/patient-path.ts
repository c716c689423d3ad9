/** Returns the URL of the page of the patient whom a booking is for. */
export function patientPath(bookingId: string): string {
  return `/admin/patients/${encodeURIComponent(bookingId)}`
}
