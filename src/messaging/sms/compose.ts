import type { Booking } from '../../db/schema.ts'
import { type BookerColumns, bookerOf } from '../../shared/contact/booker.ts'
import { DAY_LENGTH, type Instant } from '../../shared/day.ts'
import { clockTime, shortDayClock } from '../../shared/format.ts'
import { fillIn, type Values } from '../../shared/messages/placeholders.ts'
import type { TextKind, Texts, Words } from '../../shared/messages/texts.ts'
import { oneLine } from '../../shared/normalize-line.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { type Addressee, addresseeOf, addressValues } from '../addressee.ts'
import type { EmailBooking } from '../email/appointment-parts.ts'
import { isOneSms, toGsm7 } from './gsm7.ts'

/**
 * This module composes the text of every SMS. An SMS is shown on locked screens, so it never names the
 * treatment. It names the patient only if the practice's own words do, or by first name if somebody else has
 * booked. It usually fits one GSM-7 message (docs/behaviour.md 10.3, 10.7, 10.51).
 */

/** The columns of a booking that an SMS may show. */
type SmsBooking = Pick<Booking, 'startsAt' | 'email' | keyof Addressee | keyof BookerColumns> &
  Pick<EmailBooking, 'doctor'>

/** The facts of an SMS about an appointment. */
export type SmsFacts = Readonly<{
  practice: Practice
  booking: SmsBooking
  texts: Texts
  now: Instant
}>

/** Composes an SMS about an appointment. If no e-mail is sent, a closing that refers to it is left out. */
export function appointmentText(
  { practice, booking, texts, now }: SmsFacts,
  kind: TextKind,
  options: Pick<Sms, 'timeSentence' | 'edit' | 'fixedSentence'> = {},
): string {
  const { opening, closing } = smsWords(texts, kind)
  const mentionsMissingEmail = booking.email === '' && /e-mail/i.test(closing)
  const words = { opening, closing: mentionsMissingEmail ? '' : closing }
  const values = {
    Termin: timeInSms(booking.startsAt, now),
    Uhrzeit: clockTime(booking.startsAt),
    Arzt: booking.doctor ?? '',
  }
  return composeSms({ practice, addressee: addresseeOf(booking), booking, words, values, ...options })
}

/** Milliseconds ahead from which a day without its year could be mistaken for one in this year. */
const FAR_AHEAD_MS = 180 * DAY_LENGTH

/** Returns a time as `Di 12. Jänner, 08:30 Uhr`, with the year if it is far ahead in another year. */
export function timeInSms(startsAt: Instant, now: Instant): string {
  return shortDayClock(startsAt, startsAt - now > FAR_AHEAD_MS ? now : startsAt)
}

/** Returns the words of the SMS; empty ones if the text has no SMS. */
export function smsWords(texts: Texts, kind: TextKind): Words {
  return texts[kind].sms ?? { opening: '', closing: '' }
}

/** The words between the text and the practice's phone number. */
export const PHONE_PREFIX = ' Tel. '

/** An SMS before it is composed. */
type Sms = Readonly<{
  practice: Practice
  addressee?: Addressee
  booking?: SmsBooking
  words: Words
  values: Values
  /** The sentence that is added if the words do not name the time; '' adds none. */
  timeSentence?: string
  /** A sentence that is always there, such as one with a link. It follows the opening. */
  fixedSentence?: string
  /** Changes the filled-in sentences. */
  edit?: (sentences: string) => string
}>

/** Words that are added if there is room; '' for none. `forWhom` is the result of `forWhomOf`. */
type Extras = Readonly<{ forWhom: string; doctor: string }>

/**
 * Composes an SMS from the practice's name, the words, the time and the phone number, unless the words
 * already contain them. The phone number, the doctor, and the patient's first name for a booker are left out
 * if they would need a second SMS.
 */
export function composeSms(sms: Sms): string {
  const { practice, booking, words } = sms
  const values = gsm7Values(sms)
  const forWhom = booking ? forWhomOf(booking) : ''
  const doctor = hasPlaceholder(words, 'Arzt') ? '' : (values.Arzt ?? '')
  // If there is room for only one of the two, a booker needs the patient's name more than the doctor's.
  const preferredExtras: readonly Extras[] = [
    { forWhom, doctor },
    { forWhom, doctor: '' },
    { forWhom: '', doctor },
  ]
  const fullerTexts = preferredExtras.map((extras) => writeText(sms, values, extras))
  const text = fullerTexts.find(isOneSms) ?? writeText(sms, values, { forWhom: '', doctor: '' })
  return hasPlaceholder(words, 'Telefon') ? text : withPhone(text, oneLine(practice.phone))
}

/** Returns whether the words of the practice contain the placeholder of this name. */
function hasPlaceholder({ opening, closing }: Words, name: string): boolean {
  return `${opening} ${closing}`.includes(`{${name}}`)
}

/** Returns the values of all placeholders, in the alphabet of an SMS. */
function gsm7Values({ practice, addressee, values }: Sms): Values {
  const allValues = { ...addressValues(practice, addressee), Ordination: senderName(practice), ...values }
  return Object.fromEntries(Object.entries(allValues).map(([name, value]) => [name, toGsm7(oneLine(value))]))
}

/** Returns the name of the practice, in the alphabet of an SMS. */
function senderName({ name }: Practice): string {
  return toGsm7(oneLine(name)) || 'Ihre Ordination'
}

/** Writes the SMS without the phone number. */
function writeText(
  { practice, words, timeSentence = 'Termin: {Termin}.', fixedSentence = '', edit = (filled) => filled }: Sms,
  values: Values,
  extras: Extras,
): string {
  const addedSentence = hasPlaceholder(words, 'Termin') ? '' : timeSentence
  const sentences = [words.opening, addedSentence, fixedSentence, words.closing].filter(Boolean).join(' ')
  const paragraphs = fillIn(addPlaceholders(sentences, extras), { ...values, forWhom: extras.forWhom })
  // An SMS is one line, even if the practice's own words have several.
  const filled = paragraphs.flat().join(' ')
  const sender = hasPlaceholder(words, 'Ordination') ? '' : `${senderName(practice)}: `
  // GSM 03.38 has no no-break space, which the dates contain.
  return `${sender}${edit(filled)}`.replaceAll('\u00a0', ' ')
}

/** Adds the phone number if one SMS has room for it. */
function withPhone(text: string, phone: string): string {
  const textWithPhone = `${text}${PHONE_PREFIX}${phone}`
  return phone !== '' && isOneSms(textWithPhone) ? textWithPhone : text
}

/** The time of the appointment: `{Uhrzeit}` where a fixed sentence says on which day it is. */
const TIME = /\{(?:Termin|Uhrzeit)\}/
/** The noun that belongs to the time, because no other placeholder is between them. */
const NOUN_OF_TIME = new RegExp(`(Termine?|Reservierung)(?!\\p{L})(?=[^{}]*${TIME.source})`, 'u')

/**
 * Inserts placeholders for the extras into the sentences. `{forWhom}` follows "Termin" or "Reservierung"
 * before the time, or else the time.
 */
function addPlaceholders(sentences: string, { forWhom, doctor }: Extras): string {
  const withDoctor = doctor === '' ? sentences : sentences.replace(TIME, '$& ({Arzt})')
  if (forWhom === '') return withDoctor
  return NOUN_OF_TIME.test(withDoctor)
    ? withDoctor.replace(NOUN_OF_TIME, '$1 {forWhom}')
    : withDoctor.replace(TIME, '$& {forWhom}')
}

/** Returns `für Max` for a booker, else ''. */
export function forWhomOf(booking: Pick<SmsBooking, 'firstName' | keyof BookerColumns>): string {
  return bookerOf(booking) ? `für ${toGsm7(booking.firstName)}` : ''
}
