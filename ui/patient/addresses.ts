/** The page of an appointment for its patient. */
export function overviewUrl(id: string): string {
  return `/patient/overview?id=${encodeURIComponent(id)}`
}
