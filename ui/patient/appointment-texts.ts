import type { Booking } from '../api/appointment.ts'

/** Sentences that replace a form when the appointment was decided meanwhile. */
export const ALREADY: Readonly<Record<Exclude<Booking['status'], 'requested'>, string>> = {
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits abgesagt.',
}

const TAKES_NO_PLACE = 'Der Termin findet nicht statt.'

/** Texts for an appointment that does not take place. */
export const OFF: Readonly<Record<string, { title: string; detail: string }>> = {
  rejected: { title: 'Die Ordination konnte diesen Termin leider nicht bestätigen.', detail: TAKES_NO_PLACE },
  cancelled: { title: 'Dieser Termin wurde abgesagt.', detail: TAKES_NO_PLACE },
}

/** Texts for a request that had no answer when its time came. */
export const UNANSWERED = {
  title: 'Dieser Termin wurde nicht bestätigt.',
  detail: 'Bis zum Beginn kam keine Bestätigung. Bitte buchen Sie einen neuen Termin oder rufen Sie uns an.',
}

/** Heading and sentence after the appointment has moved. */
export const MOVED = {
  requested: [
    'Reservierung verschoben',
    'Wir müssen die neue Zeit noch bestätigen. Sie bekommen eine E-Mail.',
  ],
  confirmed: ['Termin verschoben', 'Die neue Zeit gilt. Sie bekommen eine E-Mail.'],
} as const

export const NOT_LOADED = 'Termindetails konnten nicht geladen werden.'
export const NOT_FOUND = 'Termin nicht gefunden'
export const OPEN_AGAIN = 'Bitte öffnen Sie den Link aus der E-Mail noch einmal.'

/** Titles of failures that came without a sentence from the server. The admin area shows the same ones. */
export const CONFIRM_FAILURE = 'Bestätigung fehlgeschlagen.'
export const REJECT_FAILURE = 'Ablehnung fehlgeschlagen.'
export const CANCEL_FAILURE = 'Storno fehlgeschlagen.'
export const MOVE_FAILURE = 'Verschieben fehlgeschlagen.'
