import type { Booking } from '../api/public.ts'

/** What a page that wants to change the appointment says when it comes too late. */
export const ALREADY: Readonly<Record<Exclude<Booking['status'], 'requested'>, string>> = {
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits storniert.',
}
