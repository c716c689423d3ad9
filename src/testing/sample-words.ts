import { cutOff, cutOffText, DEFAULT_CANCEL_HOURS } from '../shared/cut-off.ts'
import { fullDayTime } from '../shared/format.ts'
import { withPlainSpaces } from './plain-spaces.ts'
import { SAMPLE_BOOKING, SAMPLE_FACTS, SAMPLE_URLS } from './sample-emails.ts'

/**
 * This module has passages that several e-mails about the appointment of sample-emails.ts contain, with plain
 * spaces.
 */

/** The start of the appointment in words. */
export const START_IN_WORDS = 'Dienstag, 12. Jänner 2027, 08:30 Uhr'

/** The start to which the patient wants to move it. */
export const ASKED_START_IN_WORDS = 'Mittwoch, 13. Jänner 2027, 08:30 Uhr'

/** The present time and the wanted one, as lines of an e-mail about a move. */
export const MOVE_LINES = `Bisher: ${START_IN_WORDS}\nGewünscht: ${ASKED_START_IN_WORDS}`

// These passages offer the patient a page or a call.
export const OVERVIEW_PASSAGE = `Termin ansehen:\n${SAMPLE_URLS.overviewUrl}`
const CUT_OFF_IN_WORDS = withPlainSpaces(fullDayTime(cutOff(SAMPLE_BOOKING.startsAt, DEFAULT_CANCEL_HOURS)))
export const CANCEL_PASSAGE = `Sie können nicht kommen? Absagen ist online ${withPlainSpaces(cutOffText(DEFAULT_CANCEL_HOURS))} möglich, also bis ${CUT_OFF_IN_WORDS}.
Termin absagen:
${SAMPLE_URLS.cancelUrl}`
export const MOVE_PASSAGE = `Die Zeit passt Ihnen nicht mehr?\nTermin verschieben:\n${SAMPLE_URLS.moveUrl}`
export const ALL_BOOKINGS_PASSAGE = `Alle Ihre Termine auf einen Blick:\nMeine Termine:\n${SAMPLE_URLS.myBookingsUrl}`
export const CALL_PASSAGE = 'Bitte rufen Sie uns an: +43 5572 000 000.'

/** The passage with which the practice confirms or rejects a request. */
export const DECIDE_PASSAGE = `Termin bestätigen:
${SAMPLE_URLS.confirmUrl}

Der Termin passt nicht?
Termin ablehnen:
${SAMPLE_URLS.rejectUrl}

Beide Links öffnen nur eine Seite. Es geschieht nichts, bevor Sie dort die Schaltfläche drücken.

Alle Reservierungen:
Verwaltung:
${SAMPLE_URLS.adminUrl}`

/** The lines about the patient in e-mails to the practice. */
export const PATIENT_LINES = `Patientin: Maria Musterfrau
Leistung: Akupunktur
Telefon: +43 660 1234567
E-Mail: maria@example.at
Eingegangen: Fr 20. November, 10:05`

/** The facts of an e-mail that was written at the request, without duration and hint. */
export const EMAIL_FACTS = {
  ...SAMPLE_FACTS,
  duration: '',
  hint: '',
  now: SAMPLE_BOOKING.createdAt,
  wasConfirmed: true,
  wasInvited: true,
}
