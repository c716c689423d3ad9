import type { Booking } from '../db/schema.ts'
import type { Practice } from '../practice/settings.ts'
import { CANCELLATION_NOTICE, canCancel } from '../rules/booking.ts'
import { fullDayTime, shortDayTime } from '../rules/format.ts'
import { priceText } from '../rules/service.ts'
import {
  appointment,
  button,
  code,
  composeLetter,
  facts,
  type Letter,
  note,
  type Part,
  paragraph,
  telHref,
} from './letter-layout.ts'

/**
 * Every letter that the portal writes. Subjects name no treatment and no patient; the social security
 * number stands nowhere (decisions, sections 5 and 8).
 */

/** The booking's facts that letters tell; a whole row fits, the rest of it is not read. */
export type LetterBooking = Pick<
  Booking,
  | 'startsAt'
  | 'serviceName'
  | 'priceCents'
  | 'salutation'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'mobile'
  | 'createdAt'
>

/** Link and code for an address that somebody typed in. Holds nothing that a visitor wrote, so that it is of no use for spam. */
export function emailCheckLetter(check: {
  practice: Practice
  verifyUrl: string
  code: string
  minutes: number
}): Letter {
  return composeLetter({
    practice: check.practice,
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    title: 'E-Mail-Adresse bestätigen',
    preview: `Ihr Code: ${check.code}. Er gilt ${check.minutes} Minuten.`,
    parts: [
      paragraph(
        'Bei unserer Online-Terminbuchung wurde diese E-Mail-Adresse angegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.',
      ),
      button({ label: 'E-Mail bestätigen', url: check.verifyUrl }),
      code('Oder geben Sie bei der Buchung diesen Code ein:', check.code),
      note(
        `Link und Code gelten ${check.minutes} Minuten. Sie buchen gerade keinen Termin? Dann bestätigen Sie bitte nicht; ohne Bestätigung geschieht nichts.`,
      ),
    ],
  })
}

/** To the patient: received, and still to be confirmed by hand (specification, section 2, step 6). */
export function reservationReceivedLetter(reservation: {
  practice: Practice
  booking: LetterBooking
  overviewUrl: string
  cancelUrl: string
}): Letter {
  const { practice, booking, overviewUrl, cancelUrl } = reservation
  return composeLetter({
    practice,
    subject: `Reservierung erhalten: ${fullDayTime(booking.startsAt)}`,
    title: 'Reservierung erhalten',
    preview: 'Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen.',
    parts: [
      paragraph(
        `Guten Tag ${booking.salutation} ${booking.lastName}! Bitte beachten Sie, dass wir Ihren Termin zuerst manuell bestätigen müssen. Sie werden ehestmöglich per E-Mail informiert.`,
      ),
      appointment(booking.startsAt, 'requested'),
      facts([
        { label: 'Leistung', value: booking.serviceName },
        { label: 'Preis', value: priceText(booking.priceCents / 100) },
        { label: 'Ort', value: place(practice) },
      ]),
      button({ label: 'Termin ansehen', url: overviewUrl }),
      howToCancel(practice, booking, cancelUrl),
    ],
  })
}

/** To the practice: who, what, when, and the two decisions (decisions, section 5). */
export function newReservationLetter(reservation: {
  practice: Practice
  booking: LetterBooking
  confirmUrl: string
  rejectUrl: string
  adminUrl?: string
}): Letter {
  const { practice, booking, confirmUrl, rejectUrl, adminUrl } = reservation
  const patient = `${booking.firstName} ${booking.lastName}`
  return composeLetter({
    practice,
    subject: `Neue Reservierung: ${fullDayTime(booking.startsAt)}`,
    title: 'Neue Reservierung',
    preview: 'Bitte bestätigen oder ablehnen.',
    parts: [
      paragraph(
        `${booking.salutation} ${patient} hat online einen Termin reserviert und wartet auf Ihre Bestätigung.`,
      ),
      appointment(booking.startsAt, 'requested'),
      facts([
        { label: booking.salutation === 'Frau' ? 'Patientin' : 'Patient', value: patient },
        { label: 'Leistung', value: booking.serviceName },
        { label: 'Telefon', value: booking.mobile, href: telHref(booking.mobile) },
        { label: 'E-Mail', value: booking.email, href: `mailto:${booking.email}` },
        { label: 'Eingegangen', value: shortDayTime(booking.createdAt) },
      ]),
      button({ label: 'Termin bestätigen', url: confirmUrl }),
      note('Der Termin passt nicht?', { label: 'Termin ablehnen', url: rejectUrl }),
      note(
        'Beide Links öffnen nur eine Seite. Es geschieht nichts, bevor Sie dort die Schaltfläche drücken.',
      ),
      ...(adminUrl === undefined
        ? []
        : [note('Alle Reservierungen:', { label: 'Adminbereich', url: adminUrl })]),
    ],
  })
}

/** A reservation for tomorrow may already be too close to be cancelled online. */
function howToCancel(practice: Practice, { startsAt, createdAt }: LetterBooking, cancelUrl: string): Part {
  if (!canCancel(startsAt, createdAt)) {
    return note(
      `Sie können nicht kommen? Die Stornierung ist online nur bis 24 Stunden vor dem Termin möglich. Bitte rufen Sie uns an${practice.phone && `: ${practice.phone}`}.`,
    )
  }
  const until = fullDayTime(startsAt - CANCELLATION_NOTICE)
  return note(
    `Sie können nicht kommen? Die Stornierung ist online bis 24 Stunden vor dem Termin möglich, also bis ${until}.`,
    {
      label: 'Termin stornieren',
      url: cancelUrl,
    },
  )
}

function place({ address, zip, city }: Practice): string {
  return [address, `${zip} ${city}`.trim()].filter((line) => line !== '').join(', ')
}
