/**
 * Returns the URL of the booking wizard that begins with this service and the day of this free time. The
 * wizard then opens at step 3, the choice of the time.
 * @param start ISO time of the practice's clock, whose first ten characters are the day
 */
export function bookAgainUrl({ service_id, start }: { service_id: string; start: string }): string {
  return `/?service=${encodeURIComponent(service_id)}&date=${start.slice(0, 10)}`
}

/** Returns the URL of the page /patient/overview, on which a patient reads and changes an appointment. */
export function overviewUrl(bookingId: string): string {
  return `/patient/overview?id=${encodeURIComponent(bookingId)}`
}
