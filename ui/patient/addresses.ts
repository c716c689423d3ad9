/** Returns the address of the patient's page about an appointment. */
export function overviewUrl(id: string): string {
  return `/patient/overview?id=${encodeURIComponent(id)}`
}
