import type { Booking } from '../api/appointment.ts'

/** The sentences that replace a form for an appointment that was decided meanwhile. */
export const ALREADY_DECIDED: Readonly<Record<Exclude<Booking['status'], 'requested'>, string>> = {
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits abgesagt.',
}

const DOES_NOT_TAKE_PLACE = 'Der Termin findet nicht statt.'

type BannerTexts = Readonly<{ title: string; detail: string }>

/** Texts for an appointment that does not take place, because one side has called it off. */
export const CALLED_OFF_TEXTS: Readonly<Partial<Record<Booking['status'], BannerTexts>>> = {
  rejected: {
    title: 'Die Ordination konnte diesen Termin leider nicht bestätigen.',
    detail: DOES_NOT_TAKE_PLACE,
  },
  cancelled: { title: 'Dieser Termin wurde abgesagt.', detail: DOES_NOT_TAKE_PLACE },
}

/** Texts for a request that the practice had not answered when its time came. */
export const UNANSWERED_TEXTS: BannerTexts = {
  title: 'Dieser Termin wurde nicht bestätigt.',
  detail: 'Bis zum Beginn kam keine Bestätigung. Bitte buchen Sie einen neuen Termin oder rufen Sie uns an.',
}

/** The heading of the page on which an appointment moves, and the label of the button that moves it. */
export const MOVE_HEADING = 'Termin verschieben'

/** Heading and sentence after an appointment has moved, by its status. A request still needs a decision. */
export const MOVED_TEXTS = {
  requested: {
    heading: 'Reservierung verschoben',
    detail: 'Wir müssen die neue Zeit noch bestätigen. Sie bekommen eine E-Mail.',
  },
  confirmed: { heading: 'Termin verschoben', detail: 'Die neue Zeit gilt. Sie bekommen eine E-Mail.' },
} as const

/** Texts of a page whose appointment could not be loaded, with advice. */
export const APPOINTMENT_NOT_LOADED = 'Termindetails konnten nicht geladen werden.'
export const APPOINTMENT_NOT_FOUND = 'Termin nicht gefunden'
export const OPEN_LINK_AGAIN = 'Bitte öffnen Sie den Link aus der E-Mail noch einmal.'

/** Titles of failed calls for which the server has sent no sentence. The admin area shows the same titles. */
export const CONFIRM_FAILURE = 'Bestätigung fehlgeschlagen.'
export const REJECT_FAILURE = 'Ablehnung fehlgeschlagen.'
export const CANCEL_FAILURE = 'Storno fehlgeschlagen.'
export const MOVE_FAILURE = 'Verschieben fehlgeschlagen.'
