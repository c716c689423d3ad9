import type { StatusDisplay, Tone } from '../../../src/shared/booking.ts'
import type { MessageStatus } from '../../../src/shared/messages/message-kinds.ts'

/** The word and the colour of each status. */
const DISPLAYS = {
  queued: { label: 'wartet', tone: 'waiting' },
  sending: { label: 'wird gesendet', tone: 'waiting' },
  sent: { label: 'gesendet', tone: 'good' },
  failed: { label: 'fehlgeschlagen', tone: 'danger' },
  muted: { label: 'stumm', tone: 'neutral' },
  unknown: { label: 'ungewiss', tone: 'danger' },
} as const satisfies Record<MessageStatus, StatusDisplay>

/** The statuses of messages other than SMS, because only an SMS can be `unknown`. */
export const EMAIL_STATUSES: readonly MessageStatus[] = ['queued', 'sending', 'sent', 'failed', 'muted']
/** The statuses of SMS. */
export const SMS_STATUSES: readonly MessageStatus[] = [...EMAIL_STATUSES, 'unknown']

/** The words for the delivery statuses that SMS providers report. */
const DELIVERY_LABELS: Readonly<Record<string, string>> = {
  sent: 'gesendet',
  pending: 'unterwegs',
  delivered: 'zugestellt',
  'not delivered': 'nicht zugestellt',
}

/** Reports of providers that an SMS has not arrived: `not delivered`, `undelivered`, `Delivery FAILED`. */
const UNDELIVERED = /(not[\s_-]*|un)delivered|failed/i
/** Reports that an SMS has arrived or is on its way to the phone. */
const DELIVERED_OR_SENT = /delivered|sent/i

/** Returns word and colour of a status. An unknown one is shown as it is, in grey. */
export function displayOfMessage(status: string): StatusDisplay {
  return isOwnStatus(status) ? DISPLAYS[status] : { label: status, tone: 'neutral' }
}

/** Returns whether the text is a status of Ordi, and not a code of an SMS provider. */
function isOwnStatus(status: string): status is MessageStatus {
  return Object.hasOwn(DISPLAYS, status)
}

/** The two statuses of an SMS; e-mails have only the second one. */
type Statuses = { send_status?: string | null; status: string }

/**
 * Returns the status that a row shows: the send status if it is a status of ours or the only one. Our server
 * sends the provider's code in it, which people read beside the status.
 */
export function shownStatus({ send_status, status }: Statuses): string {
  if (!send_status) return status
  // A retry leaves the unknown outcome of the attempt before it in the send status.
  const isOurs = isOwnStatus(send_status) && send_status !== 'unknown'
  return isOurs || !status ? send_status : status
}

/** Returns the provider's code for the outcome of sending; undefined if there is none. */
export function providerCode({ send_status }: Statuses): string | undefined {
  return send_status && !isOwnStatus(send_status) ? send_status : undefined
}

/** Returns word and colour of a delivery report. */
export function displayOfDelivery(status: string): StatusDisplay {
  return { label: DELIVERY_LABELS[status.toLowerCase()] ?? status, tone: deliveryTone(status) }
}

/**
 * Returns red for not delivered or failed, green for delivered or sent, and grey otherwise. Red is tested
 * first, because "not delivered" contains "delivered".
 */
export function deliveryTone(status: string): Tone {
  if (UNDELIVERED.test(status)) return 'danger'
  return DELIVERED_OR_SENT.test(status) ? 'good' : 'neutral'
}

/** Returns whether the message has yet to be sent. */
export function isOnItsWay(status: string): boolean {
  return status === 'queued' || status === 'sending'
}
