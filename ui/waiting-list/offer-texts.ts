import { isStanding } from '../../src/shared/booking.ts'
import type { OfferAnswer } from '../../src/shared/waiting-list-answers.ts'
import { MOVED_TEXTS } from '../patient/appointment-texts.ts'

/** The heading of an offer to somebody without an appointment, and of the page while it loads. */
export const OFFER_HEADING = 'Ein Termin ist frei'

/**
 * Returns the heading of an open offer. It says whether the offered time is earlier than the patient's
 * appointment, because the practice may also offer a later time.
 */
export function offerHeading({ booking, slot }: OfferAnswer): string {
  if (!booking) return OFFER_HEADING
  const isEarlier = Date.parse(slot.start) < Date.parse(booking.slot.start)
  return `Ein ${isEarlier ? 'früherer' : 'anderer'} Termin ist frei`
}

/**
 * Returns the heading and the sentence about an offer that the patient has taken. With `booking` the
 * patient's appointment has moved; otherwise a new one was booked.
 */
export function takenTexts({ booking }: OfferAnswer) {
  if (!booking) return { heading: 'Dieser Termin ist gebucht', detail: '' }
  return MOVED_TEXTS[booking.status === 'requested' ? 'requested' : 'confirmed']
}

/** Returns the heading and the sentences about an offer that was refused or has expired. */
export function endedTexts({ booking, entry_id }: OfferAnswer, status: 'refused' | 'expired') {
  const sentences = [
    booking && isStanding(booking.status) ? 'Ihr Termin bleibt, wie er ist.' : '',
    entry_id ? 'Wird wieder etwas frei, schreiben wir Ihnen.' : '',
  ]
  return {
    heading: status === 'refused' ? 'Danke für Ihre Antwort' : 'Dieses Angebot gilt nicht mehr',
    detail: sentences.filter(Boolean).join(' '),
  }
}
