import type { Ctx } from '../ctx.ts'
import { type LogFilter, type LoggedMessage, listLog } from '../messaging/outbox/log.ts'
import type { Channel } from '../shared/messages/message-kinds.ts'

/** A message as the role `technik` sees it: without recipient, subject and content. */
export type Delivery = Readonly<
  Pick<
    LoggedMessage,
    'id' | 'kind' | 'status' | 'attempts' | 'provider' | 'createdAt' | 'dueAt' | 'sentAt'
  > & {
    /** Why the last attempt failed (`causeWithoutData`); null without a failure. */
    cause: string | null
  }
>

/** Returns one page of the messages of a channel, newest first; `more` says whether another page follows. */
export function listDeliveries(
  ctx: Ctx,
  channel: Channel,
  filter: LogFilter & { limit: number },
): { rows: Delivery[]; more: boolean } {
  const { rows, more } = listLog(ctx, channel, filter)
  return { rows: rows.map(deliveryOf), more }
}

function deliveryOf(row: LoggedMessage): Delivery {
  const { id, kind, status, attempts, provider, createdAt, dueAt, sentAt, error } = row
  const cause = error === null ? null : causeWithoutData(error)
  return { id, kind, status, attempts, provider, createdAt, dueAt, sentAt, cause }
}

/** A reply of a mail server (RFC 5321, RFC 3463) and what follows, which may quote the message. */
const SERVER_REPLY = /\b([245]\d\d)([ -]\d\.\d{1,3}\.\d{1,3})?(?=[ -]|$)[\s\S]*/
const EMAIL_ADDRESS = /[^\s<>"'(]+@[^\s<>"'),:;]+/g
/** Six digits or more, perhaps in groups, as phone numbers are written. */
const LONG_NUMBER = /\+?\d(?:[ /-]?\d){5,}/g

/**
 * Returns why a message was not sent, without e-mail addresses and phone numbers. Only the codes of a
 * server's reply are left.
 */
export function causeWithoutData(error: string): string {
  return error
    .replace(EMAIL_ADDRESS, '…')
    .replace(LONG_NUMBER, '…')
    .replace(SERVER_REPLY, (_, code, enhanced = '') => code + enhanced)
    .trim()
}
