import { SAMPLE_EMAILS } from '../../src/testing/sample-emails.ts'
import type { Portal } from './portal.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Mail = readonly [
  letter: keyof typeof SAMPLE_EMAILS,
  recipient: string,
  status: string,
  ago: number,
  error?: string,
]

const REFUSED = 'Der Server des Empfängers lehnt die Adresse ab: „550 5.1.1 Postfach unbekannt“.'
const MUTED = 'Benachrichtigungen sind ausgeschaltet: Umstellung der Telefonanlage.'

/** The oldest first, as they were written. */
const MAILS: readonly Mail[] = [
  ['cancelled-by-staff', 'niemand@ungenannt.example', 'muted', 3 * DAY, MUTED],
  ['reservation-received', 'notburga.platzhalter-ungenannt-und-sehr-lang@beispiel.example', 'sent', DAY],
  ['email-check', 'jodok@erfunden.example', 'sent', DAY],
  ['reservation-received', 'gebhard@unbekannt.example', 'failed', 200 * MINUTE, REFUSED],
  ['email-check', 'rosa@musterfrau.example', 'sent', 113 * MINUTE],
  ['new-reservation', 'termine@ordination.example', 'sent', 108 * MINUTE],
  ['confirmed', 'rosa@musterfrau.example', 'sent', 107 * MINUTE],
  ['confirmed', 'theresia@testfall.example', 'queued', MINUTE, 'Der Mailserver ist nicht erreichbar.'],
]

/** Some days of e-mails, one of them without a subject. */
export function fillsEmails(portal: Portal): void {
  for (const [letter, recipient, status, ago, error = null] of MAILS) {
    const { subject, text, html } = SAMPLE_EMAILS[letter]
    const at = Date.now() - ago
    const uuid = crypto.randomUUID()
    portal.rows(
      `insert into emails (log_uuid, message_id, kind, recipient, subject, text, html, status, error, attempts, due_at, created_at, sent_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
      ...[uuid, `<${uuid}@ordination.example>`, letter, recipient, subject, text, html, status, error],
      ...[status === 'muted' ? 0 : 1, at + DAY, at, status === 'sent' ? at + 4_000 : null],
    )
  }
  portal.rows(`update emails set subject = '' where recipient = 'jodok@erfunden.example' returning id`)
}

type Sms = Readonly<{
  recipient: string
  status: string
  sendStatus?: string
  error?: string
  price?: number
  delivery?: string
  provider?: string
}>

const TEXTS: readonly Sms[] = [
  { recipient: '05572 000000', status: 'muted', error: 'Festnetznummer: keine SMS möglich.' },
  { recipient: '+436600000001', status: 'sent', sendStatus: 'SUCCESS', price: 7260, delivery: 'pending' },
  {
    recipient: '+436600000002',
    status: 'sent',
    sendStatus: '100',
    price: 7500,
    delivery: 'sent',
    provider: 'sevenio',
  },
  {
    recipient: '+436600000003',
    status: 'sent',
    sendStatus: 'SUCCESS',
    price: 7260,
    delivery: 'not delivered',
  },
  {
    recipient: '+436600000004',
    status: 'unknown',
    sendStatus: 'unknown',
    error: 'Unterbrochen: Es ist nicht bekannt, ob die SMS gesendet wurde.',
  },
  { recipient: '+436600000005', status: 'sent', sendStatus: 'SUCCESS', price: 14_520, delivery: 'delivered' },
]

const TEXT = 'Ordination Dr. Alma Beispiel: Ihr Termin am Di 12. Jänner 2027, 08:30 Uhr ist bestätigt.'

/** Text messages in every state. */
export function fillsSms(portal: Portal): void {
  for (const [i, { recipient, status, sendStatus, error, price, delivery, provider }] of TEXTS.entries()) {
    const at = Date.now() - (TEXTS.length - i) * 7 * MINUTE
    const handed = status === 'sent'
    portal.rows(
      `insert into sms (log_uuid, kind, recipient, sender, text, status, error, attempts, due_at, provider, message_id,
         send_status, price_millicents, delivery_status, delivered_at, created_at, sent_at)
       values (?, 'confirmed', ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
      ...[crypto.randomUUID(), recipient, handed ? 'Ordination' : null, TEXT, status, error ?? null, at],
      ...[handed ? (provider ?? 'clicksend') : null, handed ? `nachricht-${i}` : null, sendStatus ?? null],
      ...[price ?? null, delivery ?? null, delivery ? at + 9_000 : null, at, handed ? at + 2_000 : null],
    )
  }
}
