import type { BookingStatus } from '../booking.ts'
import { shortDayTime, type When } from '../format.ts'

/** The ways a message can travel. `erp` brings a booking to Odoo. */
export const CHANNELS = ['email', 'sms', 'erp'] as const
export type Channel = (typeof CHANNELS)[number]

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { email: 'E-Mail', sms: 'SMS', erp: 'Odoo' }

/**
 * `suppressed`: stored with the reason and not sent, unless a person sends it later.
 * `unknown`: an SMS that may or may not have been sent; only a person sends it again.
 */
export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'unknown'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

type KindRules = Readonly<{
  to: 'patient' | 'practice' | 'odoo'
  channels: readonly Channel[]
  /** The statuses of the booking in which the message is true; null where it does not depend on a booking. */
  validWhile: readonly BookingStatus[] | null
  /** Asks the recipient for something, so it is sent only while that is still wanted. The others report what has happened. */
  asks: boolean
  /** Is sent by day only, because no one has just done something and waits for it. */
  waitsForDay: boolean
}>

const AT_ONCE = { asks: false, waitsForDay: false }
const REMINDER = { asks: true, waitsForDay: true }

/** Every kind of message, and the rules for it. What each event sends is in booking/notifications.ts. */
export const MESSAGE_KINDS = {
  'email-verification': { to: 'patient', channels: ['email'], validWhile: null, ...AT_ONCE },
  'reservation-received': { to: 'patient', channels: ['email'], validWhile: ['requested'], ...AT_ONCE },
  'new-reservation': { to: 'practice', channels: ['email'], validWhile: ['requested'], ...AT_ONCE },
  confirmed: { to: 'patient', channels: ['email', 'sms'], validWhile: ['confirmed'], ...AT_ONCE },
  moved: { to: 'patient', channels: ['email', 'sms'], validWhile: ['requested', 'confirmed'], ...AT_ONCE },
  'moved-by-patient': {
    to: 'practice',
    channels: ['email'],
    validWhile: ['requested', 'confirmed'],
    ...AT_ONCE,
  },
  'move-received': { to: 'patient', channels: ['email'], validWhile: ['confirmed'], ...AT_ONCE },
  'move-asked': { to: 'practice', channels: ['email'], validWhile: ['confirmed'], ...AT_ONCE },
  'move-rejected': { to: 'patient', channels: ['email'], validWhile: ['confirmed'], ...AT_ONCE },
  rejected: { to: 'patient', channels: ['email', 'sms'], validWhile: ['rejected'], ...AT_ONCE },
  cancelled: { to: 'patient', channels: ['email', 'sms'], validWhile: ['cancelled'], ...AT_ONCE },
  'cancelled-by-patient': { to: 'practice', channels: ['email'], validWhile: ['cancelled'], ...AT_ONCE },
  /** Only while it can be taken (messaging/outbox/staleness.ts). */
  offer: { to: 'patient', channels: ['email', 'sms'], validWhile: null, ...REMINDER },
  reminder: { to: 'patient', channels: ['email', 'sms'], validWhile: ['confirmed'], ...REMINDER },
  unanswered: { to: 'practice', channels: ['email'], validWhile: ['requested'], ...REMINDER },
  'erp-conflict': { to: 'practice', channels: ['email'], validWhile: null, ...AT_ONCE },
  'erp-push': { to: 'odoo', channels: ['erp'], validWhile: null, ...AT_ONCE },
  invitation: { to: 'practice', channels: ['email'], validWhile: null, ...AT_ONCE },
  danger: { to: 'practice', channels: ['email'], validWhile: null, ...AT_ONCE },
  test: { to: 'practice', channels: ['email', 'sms'], validWhile: null, ...AT_ONCE },
} as const satisfies Readonly<Record<string, KindRules>>

export type MessageKind = keyof typeof MESSAGE_KINDS

/** What the admin area calls each kind. */
export const KIND_NAMES: Readonly<Record<MessageKind, string>> = {
  'email-verification': 'E-Mail-Prüfung',
  'reservation-received': 'Eingangsbestätigung',
  'new-reservation': 'Neue Anfrage',
  confirmed: 'Bestätigung',
  moved: 'Verschiebung',
  'moved-by-patient': 'Verschiebung eines Patienten',
  'move-received': 'Eingangsbestätigung einer Verschiebung',
  'move-asked': 'Verschiebung angefragt',
  'move-rejected': 'Verschiebung abgelehnt',
  rejected: 'Ablehnung',
  cancelled: 'Storno',
  'cancelled-by-patient': 'Stornierung eines Patienten',
  offer: 'Angebot der Warteliste',
  reminder: 'Erinnerung',
  unanswered: 'Unbeantwortete Anfrage',
  'erp-conflict': 'Konflikt mit Odoo',
  'erp-push': 'Übertragung an Odoo',
  invitation: 'Einladung',
  danger: 'Störung',
  test: 'Test',
}

/** `Bestätigung, Termin Di 12. Jänner, 08:30` */
export function aboutText(kind: MessageKind, start: When | null): string {
  return KIND_NAMES[kind] + (start === null ? '' : `, Termin ${shortDayTime(start)}`)
}

/** The kinds that exist on a channel. */
export type KindOn<C extends Channel> = {
  [Kind in MessageKind]: C extends (typeof MESSAGE_KINDS)[Kind]['channels'][number] ? Kind : never
}[MessageKind]

/** The rules of a kind, in the general type. */
export function rulesOf(kind: MessageKind): KindRules {
  return MESSAGE_KINDS[kind]
}
