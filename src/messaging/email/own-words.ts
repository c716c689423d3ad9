import { bookerOf } from '../../shared/contact/booker.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { fillIn, type Values } from '../../shared/messages/placeholders.ts'
import type { TextKind, Texts, Words } from '../../shared/messages/texts.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { addresseeOf, addressValues } from '../addressee.ts'
import type { EmailBooking } from './appointment-parts.ts'
import { flowing, note, type Part, paragraph } from './basic-parts.ts'
import { composeEmail, type EmailContent, type EmailParts } from './layout.ts'

/** The facts of a message about an appointment. The hint of its service may be empty. */
export type AppointmentFacts = Readonly<{
  practice: Practice
  booking: EmailBooking
  texts: Texts
  hint: string
}>

/** The beginning and the end of a message. */
type Frame = Readonly<{ opening: readonly Part[]; closing: readonly Part[] }>

/** An e-mail to a patient before it is rendered. */
type PatientEmail = Omit<EmailParts, 'practice'> &
  Readonly<{
    /** The time in the subject, by default the appointment's start. */
    at?: Instant
    /** A sentence that follows the opening. */
    lead?: string
  }>

/** Composes an e-mail to the patient, with the practice's own words around its parts. */
export function composePatientEmail(
  facts: AppointmentFacts,
  kind: TextKind,
  { at, lead, parts, ...email }: PatientEmail,
): EmailContent {
  const { practice, booking } = facts
  const { opening, closing } = appointmentFrame(facts, kind, lead)
  const subject = `${email.subject}: ${fullDayTime(at ?? booking.startsAt)}`
  return composeEmail({ practice, ...email, subject, parts: [...opening, ...parts, ...closing] })
}

/**
 * Renders the practice's words about an appointment. For a booker, a sentence names the patient too.
 * @param lead a sentence that follows the opening
 */
export function appointmentFrame(
  { practice, booking, texts, hint }: AppointmentFacts,
  kind: TextKind,
  lead = '',
): Frame {
  const { opening, closing } = texts[kind].email
  const { startsAt, serviceName, firstName, lastName, doctor = '' } = booking
  const values = {
    ...addressValues(practice, addresseeOf(booking)),
    Termin: fullDayTime(startsAt),
    Leistung: serviceName,
    Arzt: doctor,
    Hinweis: hint,
    // The sentence goes in as a value, because braces in a name must not be read as placeholders.
    patientSentence: `Es geht um den Termin für ${firstName} ${lastName}.`,
  }
  if (bookerOf(booking) === undefined) return fillFrame({ opening, closing }, values, lead)
  const openingWithPatient = opening.includes('{Anrede}')
    ? opening.replace('{Anrede}', '{Anrede} {patientSentence}')
    : `{patientSentence}\n\n${opening}`
  return fillFrame({ opening: openingWithPatient, closing }, values, lead)
}

/** Renders the words with their placeholders filled in. @param lead a sentence that follows the opening */
export function fillFrame({ opening, closing }: Words, values: Values, lead = ''): Frame {
  // The lead goes in as a value, because braces in it must not be read as placeholders.
  const cleanValues = Object.fromEntries(
    Object.entries({ ...values, lead }).map(([name, value]) => [name, cleanValue(name, value)]),
  )
  return {
    opening: fillIn(lead === '' ? opening : `${opening} {lead}`, cleanValues).map((lines) =>
      paragraph(lines),
    ),
    closing: fillIn(closing, cleanValues).map((lines) => note(lines)),
  }
}

/** Removes control characters, except for the line breaks of a service's hint, which is often a list. */
function cleanValue(placeholder: string, value: string): string {
  if (placeholder !== 'Hinweis') return flowing(value)
  return value
    .split(/[\n\r]+/)
    .map(flowing)
    .join('\n')
}
