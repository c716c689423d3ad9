import type { Booking } from '../../db/schema.ts'
import type { Instant } from '../../shared/day.ts'
import { shortDayTime } from '../../shared/format.ts'
import { oneLine } from '../../shared/line.ts'
import type { Practice } from '../../shared/settings.ts'
import { smsLength } from '../../shared/sms-length.ts'

/**
 * Every text message that the portal writes. It shows on locked screens, so it names neither treatment nor
 * patient (decisions, section 5), and usually goes as a single GSM-7 message.
 */

type About = Readonly<{ practice: Practice; booking: Pick<Booking, 'startsAt' | 'email'> }>

export function confirmedText(about: About): string {
  return compose(about, `Ihr Termin am ${when(about)} ist bestätigt.${more(about)}`)
}

export function rejectedText(about: About): string {
  return compose(about, `Ihr Termin am ${when(about)} ist leider nicht möglich.${more(about)}`)
}

/** For when the practice cancels; patients who cancel know it. */
export function cancelledText(about: About): string {
  return compose(about, `Ihr Termin am ${when(about)} muss leider entfallen.${more(about)}`)
}

export function reminderText(about: About): string {
  return compose(about, `Wir erinnern Sie an Ihren Termin am ${when(about)} und freuen uns auf Sie.`)
}

/** For an admin who tries out a provider. It tells the time, for providers refuse the same words twice. */
export function testText({ practice, now }: { practice: Practice; now: Instant }): string {
  return compose(
    { practice },
    `Dies ist eine Test-SMS vom ${shortDayTime(now)} Uhr. Der Versand funktioniert.`,
  )
}

function when({ booking }: About): string {
  return `${shortDayTime(booking.startsAt)} Uhr`
}

/** Nobody is sent to a mail that was not written. */
function more({ booking }: About): string {
  return booking.email === '' ? '' : ' Näheres in unserer E-Mail.'
}

/** Who writes and what; also how to reach them, where that costs no second message. */
function compose({ practice }: Pick<About, 'practice'>, sentences: string): string {
  const text = `${affordable(oneLine(practice.name)) || 'Ihre Ordination'}: ${sentences}`
  const phone = oneLine(practice.phone)
  const reachable = `${text} Tel. ${phone}`
  return phone !== '' && smsLength(reachable).parts === 1 ? reachable : text
}

/** A single `š` or `–` would more than halve the room of the whole message. */
function affordable(name: string): string {
  const typed = name.replace(/[‐-―]/g, '-').replace(/[‘-‛]/g, "'").replace(/[“-‟]/g, '"')
  return Array.from(typed, (sign) =>
    smsLength(sign).encoding === 'GSM-7' ? sign : sign.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
}
