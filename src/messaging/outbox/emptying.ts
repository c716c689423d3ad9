import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Message, type MessageRow, messages } from '../../db/schema.ts'

/** The columns that tell nothing about a person. */
type Kept =
  | 'id'
  | 'channel'
  | 'kind'
  | 'bookingId'
  | 'startsAt'
  | 'logUuid'
  | 'status'
  | 'attempts'
  | 'dueAt'
  | 'turn'
  | 'createdAt'
  | 'sentAt'
  | 'provider'
  | 'sender'
  | 'sendStatus'
  | 'priceMillicents'
  | 'deliveryStatus'
  | 'deliveredAt'
  | 'fallbackOf'

/** All others: a new column is an error of the compiler until it stands in one of the two. */
const EMPTY: Omit<MessageRow, Kept | 'emptied'> = {
  recipient: '',
  subject: '',
  text: '',
  html: '',
  calendar: null,
  packed: null,
  dictionaryId: null,
  // Receivers and providers know the message by these.
  messageId: null,
  providerMessageId: null,
  // A mail server's answer names the address.
  error: null,
  // Leads to the person.
  offerId: null,
}

/**
 * Deletes recipient and content; the row stays with its kind, status and times. Rule: docs/behaviour.md 16.8.
 * @param why a sentence for the outbox
 */
export function emptyMessages(ctx: Ctx, ids: readonly number[], why: string): void {
  ctx.db
    .update(messages)
    .set({ ...EMPTY, emptied: why })
    .where(inArray(messages.id, [...ids]))
    .run()
}

/** Why a message cannot be sent again, as a sentence; undefined while it has its content. */
export function whyEmptied({ emptied }: Pick<Message, 'emptied'>): string | undefined {
  return emptied === null ? undefined : `${emptied} Diese Nachricht kann nicht noch einmal hinausgehen.`
}
