import type { WaitingEntry } from '../../../src/shared/waiting-list-answers.ts'

/** The page of the waiting list. It shows an entry (`id`) or asks for wishes (`booking` or `service`). */
const WAITING_LIST_PATH = '/patient/waiting-list'

/** Returns the URL of the page on which the patient answers an offer. */
export function offerUrl(offerId: string): string {
  return `/patient/offer?id=${encodeURIComponent(offerId)}`
}

/** Returns the URL of the page on which the patient reads and ends an entry of the waiting list. */
export function entryUrl(entryId: string): string {
  return `${WAITING_LIST_PATH}?id=${encodeURIComponent(entryId)}`
}

/** Returns the URL of the form by which a patient asks for an earlier time for an appointment. */
export function earlierTimeUrl(bookingId: string): string {
  return `${WAITING_LIST_PATH}?booking=${encodeURIComponent(bookingId)}`
}

/**
 * Returns where the wishes of an entry are changed: the form in which they were typed. The URL names an
 * entry by its appointment, if there is one, and otherwise by its id.
 */
export function wishesUrl({ id, booking_id, service }: WaitingEntry): string {
  if (booking_id) return earlierTimeUrl(booking_id)
  return `${WAITING_LIST_PATH}?service=${encodeURIComponent(service.id)}&id=${encodeURIComponent(id)}`
}
