import { shortDayTime, type When } from '../format.ts'

/** The ways a message can travel. `erp` transfers a booking to Odoo. */
export const CHANNELS = ['email', 'sms', 'erp'] as const
export type Channel = (typeof CHANNELS)[number]

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { email: 'E-Mail', sms: 'SMS', erp: 'Odoo' }

/**
 * `muted` is a message that is stored with the reason and not sent, unless the practice sends it later.
 * `unknown` is an SMS that may have been sent; only the practice can send it again.
 */
export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'failed', 'muted', 'unknown'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/**
 * The names of the kinds of messages in the admin area. Everything else about a kind is declared in
 * src/messaging/kinds/.
 */
export const KIND_NAMES = {
  'email-verification': 'E-Mail-Prüfung',
  'reservation-received': 'Eingangsbestätigung',
  'new-reservation': 'Neue Anfrage',
  confirmed: 'Bestätigung',
  'series-confirmed': 'Bestätigung einer Serie',
  moved: 'Verschiebung',
  'series-moved': 'Verschiebung einer Serie',
  'moved-by-patient': 'Verschiebung eines Patienten',
  'move-received': 'Eingangsbestätigung einer Verschiebung',
  'move-asked': 'Verschiebung angefragt',
  'move-rejected': 'Verschiebung abgelehnt',
  rejected: 'Ablehnung',
  cancelled: 'Absage',
  'series-cancelled': 'Absage einer Serie',
  'cancelled-by-patient': 'Absage eines Patienten',
  offer: 'Angebot der Warteliste',
  reminder: 'Erinnerung',
  late: 'Verspätung',
  written: 'Nachricht der Ordination',
  unanswered: 'Unbeantwortete Anfrage',
  gathered: 'Sammel-E-Mail',
  'erp-conflict': 'Konflikt mit einem Kalender',
  'erp-push': 'Übertragung an Odoo',
  invitation: 'Einladung',
  'security-notice': 'Sicherheitshinweis',
  danger: 'Störung',
  test: 'Test',
} as const satisfies Readonly<Record<string, string>>

export type MessageKind = keyof typeof KIND_NAMES

/** Returns a text that says what a message is about: `Bestätigung, Termin Di 12. Jänner, 08:30`. */
export function aboutText(kind: MessageKind, start: When | null): string {
  return KIND_NAMES[kind] + (start === null ? '' : `, Termin ${shortDayTime(start)}`)
}
