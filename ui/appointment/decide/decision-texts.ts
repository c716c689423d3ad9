import { CONFIRMED_AND_NOTIFIED } from '../../../src/shared/messages.de.ts'
import type { Booking, Decision } from '../../api/appointment.ts'
import { CONFIRM_FAILURE, REJECT_FAILURE } from '../../patient/appointment-texts.ts'

/** The texts of the page on which staff make one kind of decision, and the resulting status. */
export type DecisionText = {
  decision: Decision
  /** The booking's status after this decision. */
  status: Booking['status']
  /** The h1 before the decision, which is also the label of the button. */
  heading: string
  /** The h1 after the decision. */
  done: string
  /** The h1 when the decision was refused. */
  refused: string
  /** Returns the banner after the decision. `note` is the server's sentence. */
  success: (id: string, note: string | undefined) => { title: string; detail?: string | undefined }
  /** The title of an error without a sentence from the server. */
  failure: string
  /** The title of the banner when somebody has already made the same decision. */
  already: string
  message: { label: string; help: string; example: string }
  busy: string
}

/** The texts for confirming a request. */
export const CONFIRM_TEXTS: DecisionText = {
  decision: 'confirm',
  status: 'confirmed',
  heading: 'Termin bestätigen',
  done: 'Termin bestätigt',
  refused: 'Termin nicht bestätigt',
  success: (_, note) => ({ title: note || CONFIRMED_AND_NOTIFIED }),
  failure: CONFIRM_FAILURE,
  already: 'Termin war bereits bestätigt.',
  message: {
    label: 'Nachricht an die Patientin oder den Patienten',
    help: 'Steht in der Bestätigung per E-Mail.',
    example: 'z. B. Bitte nüchtern kommen.',
  },
  busy: 'Bestätigen …',
}

/** The texts for rejecting a request. */
export const REJECT_TEXTS: DecisionText = {
  decision: 'reject',
  status: 'rejected',
  heading: 'Termin ablehnen',
  done: 'Termin abgelehnt',
  refused: 'Termin nicht abgelehnt',
  success: (id, note) => ({ title: `Storno bestätigt. (ID ${id})`, detail: note }),
  failure: REJECT_FAILURE,
  already: 'Termin war bereits abgelehnt.',
  message: {
    label: 'Kommentar für die Patientin oder den Patienten',
    help: 'Steht in der E-Mail über die Ablehnung.',
    example: 'z. B. An diesem Tag ist die Ordination geschlossen.',
  },
  busy: 'Ablehnen …',
}

/** The texts for confirming another time, which the patient of a confirmed appointment asks for. */
export const CONFIRM_MOVE_TEXTS: DecisionText = {
  ...CONFIRM_TEXTS,
  heading: 'Verschiebung bestätigen',
  done: 'Termin verschoben',
  refused: 'Termin nicht verschoben',
  success: (_, note) => ({ title: note || 'Der Termin wurde verschoben.' }),
  message: { ...CONFIRM_TEXTS.message, help: 'Steht in der E-Mail über die neue Zeit.' },
}

/** The texts for rejecting the other time. The appointment then stays as it is. */
export const REJECT_MOVE_TEXTS: DecisionText = {
  ...REJECT_TEXTS,
  heading: 'Verschiebung ablehnen',
  done: 'Verschiebung abgelehnt',
  refused: 'Verschiebung nicht abgelehnt',
  success: (_, note) => ({
    title: note || 'Die Verschiebung wurde abgelehnt. Der Termin bleibt, wo er ist.',
  }),
}
