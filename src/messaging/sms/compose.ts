import type { Booking as BookingRow } from '../../db/schema.ts'
import { type BookerColumns, bookerOf } from '../../shared/contact/booker.ts'
import { shortDayClock } from '../../shared/format.ts'
import { fillIn, type Values } from '../../shared/messages/placeholders.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import type { TextKind, Texts, Words } from '../../shared/messages/texts.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { oneLine } from '../../shared/tidy.ts'
import { type Addressee, addresseeOf, namesOf } from '../addressee.ts'

/**
 * The text of every SMS. It is shown on locked screens, so it does not name the treatment; the patient only
 * where the practice's own words do, or by the first name to who booked for somebody else. It usually fits a
 * single GSM-7 message (docs/behaviour.md 10.3, 10.7, 10.51).
 */

type Booking = Pick<BookingRow, 'startsAt' | 'email' | keyof Addressee | keyof BookerColumns>

export type AboutAppointment = Readonly<{ practice: Practice; booking: Booking; texts: Texts }>

/** The words of an SMS about an appointment, which end before what needs an e-mail where there is none. */
export function appointmentText(
  { practice, booking, texts }: AboutAppointment,
  kind: TextKind,
  rest: Pick<Sms, 'time' | 'edit'> = {},
): string {
  const { opening, closing } = smsWords(texts, kind)
  // Refers to the e-mail only where there is one.
  const words = { opening, closing: booking.email === '' && /e-mail/i.test(closing) ? '' : closing }
  const values = { Termin: shortDayClock(booking.startsAt) }
  return composeSms({ practice, addressee: addresseeOf(booking), booking, words, values, ...rest })
}

/** Empty where no SMS is declared for the text. */
export function smsWords(texts: Texts, kind: TextKind): Words {
  return texts[kind].sms ?? { opening: '', closing: '' }
}

export const PHONE = ' Tel. '

type Sms = Readonly<{
  practice: Practice
  addressee?: Addressee
  booking?: Booking
  words: Words
  values: Values
  /** What is said of the time where the words do not name it. */
  time?: string
  /** Follows the opening. */
  link?: string
  /** What is done to the sentences. */
  edit?: (said: string) => string
}>

/**
 * The practice's name, the words with the time, and the phone number if that needs no second SMS: each unless
 * the words have it. To who booked for somebody else they also say for whom, under the same condition.
 */
export function composeSms({
  practice,
  addressee,
  booking,
  words: { opening, closing },
  values,
  time = 'Termin: {Termin}.',
  link = '',
  edit = (said) => said,
}: Sms): string {
  const has = (name: string) => `${opening} ${closing}`.includes(`{${name}}`)
  const practiceName = toGsm7(oneLine(practice.name)) || 'Ihre Ordination'
  const names = { ...namesOf(practice, addressee), Ordination: practiceName }
  const said = Object.fromEntries(
    Object.entries({ ...names, ...values }).map(([name, value]) => [name, toGsm7(oneLine(value))]),
  )
  const sentences = [opening, has('Termin') ? '' : time, link, closing].filter(Boolean).join(' ')
  const textFor = (whose: string) => {
    const filled = fillIn(whose === '' ? sentences : forWhom(sentences), { ...said, whose })
    const sender = has('Ordination') ? '' : `${practiceName}: `
    // GSM 03.38 has no no-break space, which the dates contain.
    return `${sender}${edit(filled.flat().join(' '))}`.replaceAll('\u00a0', ' ')
  }
  const named = textFor(booking ? whoseOf({ booking }) : '')
  const text = isOneSms(named) ? named : textFor('')
  const phone = oneLine(practice.phone)
  const reachable = `${text}${PHONE}${phone}`
  return phone !== '' && !has('Telefon') && isOneSms(reachable) ? reachable : text
}

/** Says for whom behind the word for the appointment before the time, else behind the time. */
function forWhom(sentences: string): string {
  const noun = /(Termin|Reservierung)(?=[^{}]*\{Termin\})/
  return noun.test(sentences)
    ? sentences.replace(noun, '$1 {whose}')
    : sentences.replace('{Termin}', '{Termin} {whose}')
}

/** `für Max` to who booked for him, else ''. */
export function whoseOf({ booking }: Pick<AboutAppointment, 'booking'>): string {
  return bookerOf(booking) ? `für ${toGsm7(booking.firstName)}` : ''
}

export function isOneSms(text: string): boolean {
  return smsLength(text).parts === 1
}

/** The name in GSM 03.38, because a single `š` or `–` more than halves the length of an SMS. */
export function toGsm7(name: string): string {
  const typed = name.replace(/[‐-―]/g, '-').replace(/[‘-‛]/g, "'").replace(/[“-‟]/g, '"')
  return Array.from(typed, (char) =>
    smsLength(char).encoding === 'GSM-7' ? char : char.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
}
