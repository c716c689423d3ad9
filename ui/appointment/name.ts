import type { Booking } from '../api/public.ts'

/** `Rosa Musterfrau` */
export function nameOf({ contact }: Booking): string {
  return contact.name || `${contact.firstName} ${contact.lastName}`.trim()
}
