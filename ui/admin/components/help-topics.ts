import type { AdminPath } from './page-access.ts'

/** The titles of the situations on the page "Hilfe", in its order. Their ids appear in URLs. */
export const HELP_TOPICS = {
  anfrage: 'Eine Anfrage bestätigen oder ablehnen',
  anruf: 'Jemand ruft an und möchte einen Termin',
  verschieben: 'Ein Termin soll verschoben werden',
  absagen: 'Jemand sagt am Telefon ab',
  nachricht: 'Eine Nachricht kam nicht an',
  verspaetung: 'Heute wird es später',
  ausfall: 'Der Rest des Tages fällt aus',
  serie: 'Mehrere Termine auf einmal eintragen',
  warteliste: 'Jemand möchte früher kommen',
  urlaub: 'Die Ordination ist geschlossen',
  tagesliste: 'Die Termine eines Tages drucken',
  person: 'Alles zu einer Person sehen',
  auswertung: 'Wie voll sind wir?',
  personen: 'Wer sich anmelden darf',
  texte: 'Eigene Worte in den Nachrichten',
  auskunft: 'Jemand möchte Auskunft oder Löschung',
  kalender: 'Ihr eigener Kalender',
  einrichten: 'Das Portal einrichten',
  email: 'E-Mails gehen nicht hinaus',
  sms: 'SMS senden',
  sicherung: 'Läuft alles, und gibt es eine Sicherung?',
  zugang: 'Passwort, zweiter Faktor und Passkey',
} as const

export type HelpTopic = keyof typeof HELP_TOPICS

export const HELP_PATH = '/admin/hilfe'

/** The situation that the "?" of each page opens. */
const TOPIC_OF = {
  '/admin': 'anfrage',
  '/admin/bookings': 'anruf',
  '/admin/bookings/print': 'tagesliste',
  '/admin/patients': 'person',
  '/admin/waiting-list': 'warteliste',
  '/admin/absences': 'urlaub',
  '/admin/outbox': 'nachricht',
  '/admin/statistics': 'auswertung',
  '/admin/installation': 'sicherung',
  '/admin/deliveries': 'email',
  '/admin/erste-schritte': 'einrichten',
  '/admin/settings/practice': 'einrichten',
  '/admin/settings/general': 'einrichten',
  '/admin/services': 'einrichten',
  '/admin/resources': 'einrichten',
  '/admin/settings/working-hours': 'einrichten',
  '/admin/settings/texts': 'texte',
  '/admin/settings/smtp': 'email',
  '/admin/settings/sms': 'sms',
  '/admin/settings/odoo': 'kalender',
  '/admin/settings/urls': 'email',
  '/admin/settings/privacy': 'auskunft',
  '/admin/account': 'zugang',
  '/admin/people': 'personen',
  '/admin/feeds': 'kalender',
  '/admin/calendars': 'kalender',
  // The audit says what those who may sign in have done.
  '/admin/audit': 'personen',
  '/admin/hilfe': 'anfrage',
} as const satisfies Readonly<Record<AdminPath, HelpTopic>>

/** Used for an unknown page: the first situation of the page "Hilfe". */
const DEFAULT_TOPIC: HelpTopic = 'anfrage'

/** Returns the URL of the help for the page at this path, which may end with an id. */
export function helpUrlFor(path: string): string {
  const topic = topicOf(path) ?? topicOf(parentOf(path)) ?? DEFAULT_TOPIC
  return `${HELP_PATH}#${topic}`
}

function topicOf(path: string): HelpTopic | undefined {
  return Object.hasOwn(TOPIC_OF, path) ? TOPIC_OF[path as AdminPath] : undefined
}

/** `/admin/patients` for `/admin/patients/abc` */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}
