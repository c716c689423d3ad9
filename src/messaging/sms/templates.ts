import type { Booking } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import { clockTime, fullDay, shortDayTime } from '../../shared/format.ts'
import type { Practice } from '../../shared/settings.ts'
import { smsLength } from '../../shared/sms-length.ts'
import { oneLine } from '../../shared/tidy.ts'

/**
 * The text of every SMS. It is shown on locked screens, so it names neither treatment nor patient, and it usually fits a
 * single GSM-7 message (docs/behaviour.md 10.3, 10.7).
 */

type About = Readonly<{ practice: Practice; booking: Pick<Booking, 'startsAt' | 'email'> }>

export function confirmedText(about: About): string {
  return compose(about, `Ihr Termin am ${when(about)} ist bestätigt.${more(about)}`)
}

/** For a move by the practice. @param from the start until now */
export function movedText({
  from,
  ...about
}: About & Readonly<{ booking: Pick<Booking, 'status'>; from: Instant }>): string {
  const what = about.booking.status === 'confirmed' ? 'Ihr neuer Termin' : 'Ihre Reservierung'
  return compose(about, `${what}: ${when(about)} statt ${shortDayTime(from)} Uhr.${more(about)}`)
}

export function rejectedText(about: About): string {
  return compose(about, `Ihr Termin am ${when(about)} ist leider nicht möglich.${more(about)}`)
}

/** For a cancellation by the practice; patients who cancel get no SMS. */
export function cancelledText(about: About): string {
  return compose(about, `Ihr Termin am ${when(about)} muss leider entfallen.${more(about)}`)
}

/** With the place where one SMS holds it beside the phone number. */
export function reminderText(about: About): string {
  const reminder = `Wir erinnern Sie an Ihren Termin am ${when(about)}`
  const text = compose(about, `${reminder} und freuen uns auf Sie.`)
  const { address, city } = about.practice
  const place = toGsm7(oneLine([address, city].filter(Boolean).join(', ')))
  const placed = compose(about, `${reminder}, ${place}.`)
  const fits = smsLength(placed).parts === 1 && placed.includes(PHONE) === text.includes(PHONE)
  return place !== '' && fits ? placed : text
}

/** A time of the waiting list. @param offer.url where it is taken or refused; `until`: how long it can be taken */
export function offerText({
  practice,
  now,
  ...offer
}: Readonly<{ practice: Practice; startsAt: Instant; until: Instant; url: string; now: Instant }>): string {
  const isToday = fullDay(offer.until) === fullDay(now)
  const until = isToday ? clockTime(offer.until) : shortDayTime(offer.until)
  return compose(
    { practice },
    `Frei geworden: ${shortDayTime(offer.startsAt)} Uhr. Bitte antworten bis ${until} Uhr: ${offer.url}`,
  )
}

/** For an admin who tests a provider. Contains the time, because providers refuse the same text twice. */
export function testText({ practice, now }: { practice: Practice; now: Instant }): string {
  return compose(
    { practice },
    `Dies ist eine Test-SMS vom ${shortDayTime(now)} Uhr. Der Versand funktioniert.`,
  )
}

function when({ booking }: About): string {
  return `${shortDayTime(booking.startsAt)} Uhr`
}

/** Refers to the e-mail only where there is one. */
function more({ booking }: About): string {
  return booking.email === '' ? '' : ' Näheres in unserer E-Mail.'
}

const PHONE = ' Tel. '

/** The practice's name and the sentences; also its phone number if that needs no second SMS. */
function compose({ practice }: Pick<About, 'practice'>, sentences: string): string {
  // GSM 03.38 has no no-break space, which the dates contain.
  const text = `${toGsm7(oneLine(practice.name)) || 'Ihre Ordination'}: ${sentences.replaceAll('\u00a0', ' ')}`
  const phone = oneLine(practice.phone)
  const reachable = `${text}${PHONE}${phone}`
  return phone !== '' && smsLength(reachable).parts === 1 ? reachable : text
}

/** The name in GSM 03.38, because a single `š` or `–` more than halves the length of an SMS. */
function toGsm7(name: string): string {
  const typed = name.replace(/[‐-―]/g, '-').replace(/[‘-‛]/g, "'").replace(/[“-‟]/g, '"')
  return Array.from(typed, (char) =>
    smsLength(char).encoding === 'GSM-7' ? char : char.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
}
