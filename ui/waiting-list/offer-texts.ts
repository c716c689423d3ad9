import { stands } from '../../src/shared/booking.ts'
import type { OfferAnswer } from '../../src/shared/waiting-list.ts'
import { MOVED } from '../patient/appointment-texts.ts'

export const OFFER_HEADING = 'Ein Termin ist frei'

/** Returns the heading. The practice may also offer a later time. */
export function offerHeading({ booking, slot }: OfferAnswer): string {
  if (!booking) return OFFER_HEADING
  const isEarlier = Date.parse(slot.start) < Date.parse(booking.slot.start)
  return `Ein ${isEarlier ? 'früherer' : 'anderer'} Termin ist frei`
}

/** Returns the heading and the sentence about an offer whose time is the patient's appointment. */
export function takenTexts({ booking }: OfferAnswer) {
  if (!booking) return ['Dieser Termin ist gebucht', ''] as const
  return MOVED[booking.status === 'requested' ? 'requested' : 'confirmed']
}

/** Returns the heading and the sentences about an offer that was refused or has expired. */
export function endedTexts({ booking, entry_id }: OfferAnswer, status: 'refused' | 'expired') {
  const sentences = [
    booking && stands(booking.status) ? 'Ihr Termin bleibt, wie er ist.' : '',
    entry_id ? 'Wird wieder etwas frei, schreiben wir Ihnen.' : '',
  ]
  return [
    status === 'refused' ? 'Danke für Ihre Antwort' : 'Dieses Angebot gilt nicht mehr',
    sentences.filter(Boolean).join(' '),
  ] as const
}
