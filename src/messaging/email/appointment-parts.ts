import type { Booking } from '../../db/schema.ts'
import { routeUrl } from '../../practice/map.ts'
import { addressLine } from '../../shared/address-line.ts'
import type { BookerColumns } from '../../shared/contact/booker.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { HINT_HEADING, priceText } from '../../shared/service/service.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { type Fact, factTable, note, type Part, quotation } from './basic-parts.ts'

/** The fields of the contact that e-mails show; the practice reads the others in the admin area. */
type EmailContact = Pick<Booking, 'salutation' | 'firstName' | 'lastName' | 'email' | 'mobile' | 'country'>

/** The columns of a booking that e-mails show, with the doctor or room if the practice has several. */
export type EmailBooking = EmailContact &
  BookerColumns &
  Pick<Booking, 'status' | 'startsAt' | 'serviceName' | 'priceCents' | 'createdAt'> &
  Readonly<{ doctor?: string | undefined }>

/**
 * The service's displayed duration, its hint on how to prepare, and the place in a series (`3 von 6`). Each
 * may be empty.
 */
export type Preparation = Readonly<{ duration: string; hint: string; series: string }>

/** Renders the service, duration if given, price and place of a coming appointment. */
export function comingAppointment(
  practice: Practice,
  booking: EmailBooking,
  { duration = '', series = '' }: Partial<Preparation> = {},
): Part {
  return factTable([
    ...serviceFacts(booking),
    { label: 'Serie', value: series },
    { label: 'Dauer', value: duration },
    { label: 'Preis', value: priceText(booking.priceCents / 100) },
    { label: 'Ort', value: addressLine(practice) },
  ])
}

/** Renders a confirmed appointment with the route to the practice and how to prepare. */
export function confirmedAppointment(
  practice: Practice,
  booking: EmailBooking,
  preparation: Preparation,
): readonly Part[] {
  const route = routeUrl(practice)
  return [
    comingAppointment(practice, booking, preparation),
    ...(route ? [note('So kommen Sie zu uns:', { label: 'Route planen', url: route })] : []),
    quotation(HINT_HEADING, preparation.hint),
  ]
}

/**
 * Renders the service of an appointment that does not take place, so that a patient with several appointments
 * knows which one is meant.
 */
export function lostAppointment(booking: EmailBooking, series = ''): Part {
  return factTable([...serviceFacts(booking), { label: 'Serie', value: series }])
}

/** Renders the appointment's time and the time that the patient asks for, each with its doctor. */
export function moveTimes({ startsAt, doctor }: EmailBooking, to: Instant, otherDoctor = doctor): Part {
  return factTable([
    { label: 'Bisher', value: timeWith(startsAt, doctor) },
    { label: 'Gewünscht', value: timeWith(to, otherDoctor) },
  ])
}

/** Returns `Dienstag, 12. Jänner 2027, 08:30 Uhr, bei Dr. Beispiel`; without a doctor only the time. */
export function timeWith(start: Instant, doctor = ''): string {
  return `${fullDayTime(start)}${doctor && `, bei ${doctor}`}`
}

/** Returns the service, and its doctor or room if the practice has several. */
export function serviceFacts({ serviceName, doctor = '' }: EmailBooking): readonly Fact[] {
  return [
    { label: 'Leistung', value: serviceName },
    { label: 'Bei', value: doctor },
  ]
}
