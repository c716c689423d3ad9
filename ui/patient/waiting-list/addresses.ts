import type { WaitingEntry } from '../../../src/shared/waiting-list.ts'

const PAGE = '/patient/waiting-list'

/** Returns the address of the page on which the patient answers an offer. */
export function offerUrl(id: string): string {
  return `/patient/offer?id=${encodeURIComponent(id)}`
}

/** Returns the address of the page about a waiting entry. */
export function waitingUrl(id: string): string {
  return `${PAGE}?id=${encodeURIComponent(id)}`
}

/** Returns the address of the form that asks for an earlier time for an appointment. */
export function earlierUrl(booking: string): string {
  return `${PAGE}?booking=${encodeURIComponent(booking)}`
}

/** Returns the address of the form that asks for any time of a service. */
function serviceWaitUrl(service: string): string {
  return `${PAGE}?service=${encodeURIComponent(service)}`
}

/** Returns the address of the form that changes the wishes of an entry. */
export function wishesUrl({ id, booking_id, service }: WaitingEntry): string {
  return booking_id ? earlierUrl(booking_id) : `${serviceWaitUrl(service.id)}&id=${encodeURIComponent(id)}`
}
