import type { Booking as BookingRow } from '../../db/schema.ts'
import { type BookerColumns, bookerOf } from '../../shared/contact/booker.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDay, shortDayClock, shortDayTime, timeOfDay } from '../../shared/format.ts'
import { fillIn, type Values } from '../../shared/messages/placeholders.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import type { SmsTextKind, Texts, Words } from '../../shared/messages/texts.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { oneLine } from '../../shared/tidy.ts'
import { type Addressee, addresseeOf, namesOf } from '../texts.ts'

/**
 * The text of every SMS. It is shown on locked screens, so it does not name the treatment; the patient only where the practice's
 * own words do, or by the first name to who booked for somebody else. It usually fits a single GSM-7 message (docs/behaviour.md
 * 10.3, 10.7, 10.51).
 */

type Booking = Pick<BookingRow, 'startsAt' | 'email' | keyof Addressee | keyof BookerColumns>

type About = Readonly<{ practice: Practice; booking: Booking; texts: Texts }>

export function confirmedText(about: About): string {
  return appointmentText(about, 'confirmed')
}

/** For a move by the practice. @param from the start until now */
export function movedText({
  from,
  ...about
}: About & Readonly<{ booking: Pick<BookingRow, 'status'>; from: Instant }>): string {
  const what = about.booking.status === 'confirmed' ? 'Ihr neuer Termin' : 'Ihre Reservierung'
  return appointmentText(about, 'moved', { time: `${what}: {Termin} statt ${shortDayClock(from)}.` })
}

export function rejectedText(about: About): string {
  return appointmentText(about, 'rejected')
}

/** For a cancellation by the practice; patients who cancel get no SMS. */
export function cancelledText(about: About): string {
  return appointmentText(about, 'cancelled')
}

/** With the place instead of the pleasantry where one SMS holds it beside the phone number. */
export function reminderText(about: About): string {
  const text = appointmentText(about, 'reminder')
  const { address, city } = about.practice
  const place = toGsm7(oneLine([address, city].filter(Boolean).join(', ')))
  const placed = appointmentText(about, 'reminder', {
    edit: (said) => said.replace(' und freuen uns auf Sie', () => `, ${place}`),
  })
  const keeps = (piece: string) => placed.includes(piece) === text.includes(piece)
  const fits = isOneSms(placed) && keeps(PHONE) && keeps(whoseOf(about))
  return place !== '' && fits ? placed : text
}

/** A time of the waiting list. Without "Uhr", because the address takes half of the message. @param offer.url where it is taken or refused; `until`: how long it can be taken */
export function offerText({
  practice,
  texts,
  addressee,
  now,
  ...offer
}: Readonly<{
  practice: Practice
  texts: Texts
  addressee: Addressee
  startsAt: Instant
  until: Instant
  url: string
  now: Instant
}>): string {
  const isToday = fullDay(offer.until) === fullDay(now)
  const until = isToday ? timeOfDay(offer.until) : shortDayTime(offer.until)
  const values = { Termin: shortDayTime(offer.startsAt), link: `Antwort bis ${until}: ${offer.url}` }
  return compose({ practice, addressee, words: texts.offer.sms, link: '{link}', values })
}

/** For an admin who tests a provider. Contains the time, because providers refuse the same text twice. */
export function testText({ practice, now }: { practice: Practice; now: Instant }): string {
  const opening = 'Dies ist eine Test-SMS vom {Termin}. Der Versand funktioniert.'
  return compose({ practice, words: { opening, closing: '' }, values: { Termin: shortDayClock(now) } })
}

function appointmentText(
  { practice, booking, texts }: About,
  kind: Exclude<SmsTextKind, 'offer'>,
  rest: Pick<Sms, 'time' | 'edit'> = {},
): string {
  const { opening, closing } = texts[kind].sms
  // Refers to the e-mail only where there is one.
  const words = { opening, closing: booking.email === '' && /e-mail/i.test(closing) ? '' : closing }
  const values = { Termin: shortDayClock(booking.startsAt) }
  return compose({ practice, addressee: addresseeOf(booking), booking, words, values, ...rest })
}

const PHONE = ' Tel. '

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
 * The practice's name, the words with the time, and the phone number if that needs no second SMS: each unless the words have it. To who
 * booked for somebody else they also say for whom, under the same condition.
 */
function compose({
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
function whoseOf({ booking }: Pick<About, 'booking'>): string {
  return bookerOf(booking) ? `für ${toGsm7(booking.firstName)}` : ''
}

function isOneSms(text: string): boolean {
  return smsLength(text).parts === 1
}

/** The name in GSM 03.38, because a single `š` or `–` more than halves the length of an SMS. */
function toGsm7(name: string): string {
  const typed = name.replace(/[‐-―]/g, '-').replace(/[‘-‛]/g, "'").replace(/[“-‟]/g, '"')
  return Array.from(typed, (char) =>
    smsLength(char).encoding === 'GSM-7' ? char : char.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
}
