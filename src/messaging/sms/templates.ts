import type { Booking } from '../../db/schema.ts'
import { type BookerColumns, bookerOf } from '../../shared/booker.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDay, shortDayClock, shortDayTime, timeOfDay } from '../../shared/format.ts'
import type { Practice } from '../../shared/settings.ts'
import { smsLength } from '../../shared/sms-length.ts'
import { oneLine } from '../../shared/tidy.ts'

/**
 * The text of every SMS. It is shown on locked screens, so it names neither treatment nor patient, except the first name to who
 * booked for somebody else; and it usually fits a single GSM-7 message (docs/behaviour.md 10.3, 10.7).
 */

type About = Readonly<{
  practice: Practice
  booking: Pick<Booking, 'startsAt' | 'email' | 'firstName' | keyof BookerColumns>
}>

export function confirmedText(about: About): string {
  return compose(about, (whose) => `Ihr Termin${whose} am ${when(about)} ist bestätigt.${more(about)}`)
}

/** For a move by the practice. @param from the start until now */
export function movedText({
  from,
  ...about
}: About & Readonly<{ booking: Pick<Booking, 'status'>; from: Instant }>): string {
  const what = about.booking.status === 'confirmed' ? 'Ihr neuer Termin' : 'Ihre Reservierung'
  return compose(
    about,
    (whose) => `${what}${whose}: ${when(about)} statt ${shortDayClock(from)}.${more(about)}`,
  )
}

export function rejectedText(about: About): string {
  return compose(
    about,
    (whose) => `Ihr Termin${whose} am ${when(about)} ist leider nicht möglich.${more(about)}`,
  )
}

/** For a cancellation by the practice; patients who cancel get no SMS. */
export function cancelledText(about: About): string {
  return compose(
    about,
    (whose) => `Ihr Termin${whose} am ${when(about)} muss leider entfallen.${more(about)}`,
  )
}

/** With the place where one SMS holds it beside the phone number. */
export function reminderText(about: About): string {
  const reminder = (whose: string) => `Wir erinnern Sie an Ihren Termin${whose} am ${when(about)}`
  const text = compose(about, (whose) => `${reminder(whose)} und freuen uns auf Sie.`)
  const { address, city } = about.practice
  const place = toGsm7(oneLine([address, city].filter(Boolean).join(', ')))
  const placed = compose(about, (whose) => `${reminder(whose)}, ${place}.`)
  const keeps = (piece: string) => placed.includes(piece) === text.includes(piece)
  const fits = isOneSms(placed) && keeps(PHONE) && keeps(whoseOf(about))
  return place !== '' && fits ? placed : text
}

/** A time of the waiting list. Without "Uhr", because the address takes half of the message. @param offer.url where it is taken or refused; `until`: how long it can be taken */
export function offerText({
  practice,
  now,
  ...offer
}: Readonly<{ practice: Practice; startsAt: Instant; until: Instant; url: string; now: Instant }>): string {
  const isToday = fullDay(offer.until) === fullDay(now)
  const until = isToday ? timeOfDay(offer.until) : shortDayTime(offer.until)
  return compose(
    { practice },
    () => `Termin frei: ${shortDayTime(offer.startsAt)}. Antwort bis ${until}: ${offer.url}`,
  )
}

/** For an admin who tests a provider. Contains the time, because providers refuse the same text twice. */
export function testText({ practice, now }: { practice: Practice; now: Instant }): string {
  return compose(
    { practice },
    () => `Dies ist eine Test-SMS vom ${shortDayClock(now)}. Der Versand funktioniert.`,
  )
}

function when({ booking }: About): string {
  return shortDayClock(booking.startsAt)
}

/** Refers to the e-mail only where there is one. */
function more({ booking }: About): string {
  return booking.email === '' ? '' : ' Näheres in unserer E-Mail.'
}

const PHONE = ' Tel. '

/**
 * The practice's name and the sentences; also its phone number if that needs no second SMS. To who booked for somebody else the
 * sentences say for whom, under the same condition.
 * @param write gets ` für Max`, or ''
 */
function compose(
  { practice, booking }: { practice: Practice; booking?: About['booking'] },
  write: (whose: string) => string,
): string {
  const name = toGsm7(oneLine(practice.name)) || 'Ihre Ordination'
  // GSM 03.38 has no no-break space, which the dates contain.
  const textFor = (whose: string) => `${name}: ${write(whose).replaceAll('\u00a0', ' ')}`
  const named = textFor(booking ? whoseOf({ booking }) : '')
  const text = isOneSms(named) ? named : textFor('')
  const phone = oneLine(practice.phone)
  const reachable = `${text}${PHONE}${phone}`
  return phone !== '' && isOneSms(reachable) ? reachable : text
}

/** ` für Max` to who booked for him, else ''. */
function whoseOf({ booking }: Pick<About, 'booking'>): string {
  return bookerOf(booking) ? ` für ${toGsm7(booking.firstName)}` : ''
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
