import type { StatusDisplay, Tone } from '../../../src/shared/booking.ts'

/** What can become of a message (decisions, section 6); an e-mail is never `unknown`. */
const DISPLAYS = {
  queued: { label: 'wartet', tone: 'wait' },
  sending: { label: 'wird gesendet', tone: 'wait' },
  sent: { label: 'gesendet', tone: 'good' },
  failed: { label: 'fehlgeschlagen', tone: 'loss' },
  muted: { label: 'stumm', tone: 'quiet' },
  unknown: { label: 'ungewiss', tone: 'loss' },
} as const satisfies Record<string, StatusDisplay>

export type MessageStatus = keyof typeof DISPLAYS

export const EMAIL_STATUSES: readonly MessageStatus[] = ['queued', 'sending', 'sent', 'failed', 'muted']
export const SMS_STATUSES: readonly MessageStatus[] = [...EMAIL_STATUSES, 'unknown']

/** The providers' words for what became of an SMS at its recipient's. */
const DELIVERIES: Readonly<Record<string, string>> = {
  sent: 'gesendet',
  pending: 'unterwegs',
  delivered: 'zugestellt',
  'not delivered': 'nicht zugestellt',
}

/** A status that nobody knows is shown as it came, in grey. */
export function displayOfMessage(status: string): StatusDisplay {
  return Object.hasOwn(DISPLAYS, status)
    ? DISPLAYS[status as MessageStatus]
    : { label: status, tone: 'quiet' }
}

/** The delivery report in a word and its colour. */
export function displayOfDelivery(status: string): StatusDisplay {
  return { label: DELIVERIES[status.toLowerCase()] ?? status, tone: deliveryTone(status) }
}

/**
 * Red for not delivered or failed, green for delivered or sent, grey otherwise. What was not delivered holds the word
 * "delivered" too, so red is asked first. Source: specification section 2, Outbox Monitor.
 */
export function deliveryTone(status: string): Tone {
  if (/(not[\s_-]*|un)delivered|failed/i.test(status)) return 'loss'
  return /delivered|sent/i.test(status) ? 'good' : 'quiet'
}

/** Only what has stopped on its way goes out once more; the server refuses everything else. */
export function canRetry(status: string): boolean {
  return status === 'failed' || status === 'muted' || status === 'unknown'
}

/** Somebody who has just sent it once more waits for what becomes of it. */
export function isOnItsWay(status: string): boolean {
  return status === 'queued' || status === 'sending'
}
