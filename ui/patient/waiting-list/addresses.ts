import type { WaitingEntry } from '../../../src/shared/waiting-list.ts'

const PAGE = '/patient/waiting-list'

/** The page on which an answer to an offer is given. */
export function offerUrl(id: string): string {
  return `/patient/offer?id=${encodeURIComponent(id)}`
}

/** The page of an entry. */
export function waitingUrl(id: string): string {
  return `${PAGE}?id=${encodeURIComponent(id)}`
}

/** The form for an earlier time of an appointment. */
export function earlierUrl(booking: string): string {
  return `${PAGE}?booking=${encodeURIComponent(booking)}`
}

/** The form for any time of a service. */
function serviceWaitUrl(service: string): string {
  return `${PAGE}?service=${encodeURIComponent(service)}`
}

/** The form with the wishes of an entry. */
export function wishesUrl({ id, booking_id, service }: WaitingEntry): string {
  return booking_id ? earlierUrl(booking_id) : `${serviceWaitUrl(service.id)}&id=${encodeURIComponent(id)}`
}
