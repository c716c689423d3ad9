/** Returns the address of the wizard's third step, which shows the day of this free time of the service. */
export function bookAgainUrl({ service_id, start }: { service_id: string; start: string }): string {
  return `/?service=${encodeURIComponent(service_id)}&date=${start.slice(0, 10)}`
}

/** Returns the address of the patient's page about an appointment. */
export function overviewUrl(id: string): string {
  return `/patient/overview?id=${encodeURIComponent(id)}`
}
