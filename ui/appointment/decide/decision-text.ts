import { CONFIRMED_AND_TOLD } from '../../../src/shared/messages.de.ts'
import type { Booking, Decision } from '../../api/public.ts'

/** What a staff page says, for the one decision that it takes. */
export type Words = {
  decision: Decision
  /** Where the booking stands after this decision. */
  input: Booking['status']
  /** The h1: before the press, after it, and when it was refused for good. The first one names the button too. */
  heading: string
  done: string
  refused: string
  /** What stands there after the press, with the server's note (specification section 8). */
  success: (id: string, note: string | undefined) => { title: string; detail?: string | undefined }
  /** The fault when the server gives no sentence. */
  failure: string
  /** For a link that is opened after the decision. */
  before: string
  message: { label: string; help: string; example: string }
  busy: string
}

/** Also what a press in the admin area says that nobody could answer. */
export const CONFIRM_FAILURE = 'Bestätigung fehlgeschlagen.'
export const REJECT_FAILURE = 'Ablehnung fehlgeschlagen.'

export const CONFIRM: Words = {
  decision: 'confirm',
  input: 'confirmed',
  heading: 'Termin bestätigen',
  done: 'Termin bestätigt',
  refused: 'Termin nicht bestätigt',
  success: (_, note) => ({ title: note || CONFIRMED_AND_TOLD }),
  failure: CONFIRM_FAILURE,
  before: 'Termin war bereits bestätigt.',
  message: {
    label: 'Nachricht an die Patientin oder den Patienten',
    help: 'Steht in der Bestätigung per E-Mail.',
    example: 'z. B. Bitte nüchtern kommen.',
  },
  busy: 'Bestätigen …',
}

export const REJECT: Words = {
  decision: 'reject',
  input: 'rejected',
  heading: 'Termin ablehnen',
  done: 'Termin abgelehnt',
  refused: 'Termin nicht abgelehnt',
  success: (id, note) => ({ title: `Storno bestätigt. (ID ${id})`, detail: note }),
  failure: REJECT_FAILURE,
  before: 'Termin war bereits abgelehnt.',
  message: {
    label: 'Kommentar für die Patientin oder den Patienten',
    help: 'Steht in der Absage per E-Mail.',
    example: 'z. B. An diesem Tag ist die Ordination geschlossen.',
  },
  busy: 'Ablehnen …',
}
