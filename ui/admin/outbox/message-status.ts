import type { WireMessageStatus } from '../../../src/http/admin/wire.ts'
import type { StatusDisplay, Tone } from '../../../src/shared/booking.ts'

/** The word and the colour of each status. */
const DISPLAYS = {
  queued: { label: 'wartet', tone: 'waiting' },
  sending: { label: 'wird gesendet', tone: 'waiting' },
  sent: { label: 'gesendet', tone: 'good' },
  failed: { label: 'fehlgeschlagen', tone: 'danger' },
  muted: { label: 'stumm', tone: 'neutral' },
  unknown: { label: 'ungewiss', tone: 'danger' },
} as const satisfies Record<WireMessageStatus, StatusDisplay>

export type MessageStatus = keyof typeof DISPLAYS

/** The statuses of messages other than SMS, because only an SMS can be `unknown`. */
export const EMAIL_STATUSES: readonly MessageStatus[] = ['queued', 'sending', 'sent', 'failed', 'muted']
export const SMS_STATUSES: readonly MessageStatus[] = [...EMAIL_STATUSES, 'unknown']

/** The words for the delivery statuses that SMS providers report. */
const DELIVERIES: Readonly<Record<string, string>> = {
  sent: 'gesendet',
  pending: 'unterwegs',
  delivered: 'zugestellt',
  'not delivered': 'nicht zugestellt',
}

/** Returns word and colour of a status. An unknown one is shown as it is, in grey. */
export function displayOfMessage(status: string): StatusDisplay {
  return Object.hasOwn(DISPLAYS, status)
    ? DISPLAYS[status as MessageStatus]
    : { label: status, tone: 'neutral' }
}

/** Returns word and colour of a delivery report. */
export function displayOfDelivery(status: string): StatusDisplay {
  return { label: DELIVERIES[status.toLowerCase()] ?? status, tone: deliveryTone(status) }
}

/**
 * Returns red for not delivered or failed, green for delivered or sent, and grey otherwise. Red is tested
 * first, because "not delivered" contains "delivered".
 */
export function deliveryTone(status: string): Tone {
  if (/(not[\s_-]*|un)delivered|failed/i.test(status)) return 'danger'
  return /delivered|sent/i.test(status) ? 'good' : 'neutral'
}

/** Returns whether the message has yet to be sent. */
export function isOnItsWay(status: string): boolean {
  return status === 'queued' || status === 'sending'
}
