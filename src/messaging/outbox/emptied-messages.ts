import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Message, type MessageRow, messages } from '../../db/schema.ts'

/**
 * This module empties messages: it deletes recipient and content. The row stays, so that the numbers of the
 * outbox stay correct.
 */

/** The columns that an emptied message keeps, because they tell nothing about the patient. */
type KeptColumn =
  | 'id'
  | 'channel'
  | 'kind'
  | 'bookingId'
  | 'startsAt'
  | 'logUuid'
  | 'status'
  | 'attempts'
  | 'dueAt'
  | 'queuePosition'
  | 'createdAt'
  | 'sentAt'
  | 'provider'
  | 'sender'
  | 'sendStatus'
  | 'priceMillicents'
  | 'deliveryStatus'
  | 'deliveredAt'
  | 'fallbackOf'
  | 'wrongRecipient'
  | 'settledAt'
  | 'settledBy'

/**
 * The values of all other columns of an emptied message. A new column does not compile until one of the two
 * lists names it.
 */
const EMPTY: Omit<MessageRow, KeptColumn | 'emptied'> = {
  recipient: '',
  subject: '',
  text: '',
  html: '',
  calendar: null,
  packed: null,
  dictionaryId: null,
  // These ids identify the message at receivers and providers.
  messageId: null,
  providerMessageId: null,
  // The error may quote a mail server's answer, which names the e-mail address.
  error: null,
  // The offer leads to the patient.
  offerId: null,
}

/**
 * Deletes recipient and content of messages. The rows keep kind, status and times (docs/behaviour.md 16.8).
 * @param why a sentence that the outbox shows
 */
export function emptyMessages(ctx: Ctx, ids: readonly number[], why: string): void {
  ctx.db
    .update(messages)
    .set({ ...EMPTY, emptied: why })
    .where(inArray(messages.id, [...ids]))
    .run()
}

/** Returns why a message cannot be sent again, as a sentence; undefined while it has its content. */
export function whyEmptied({ emptied }: Pick<Message, 'emptied'>): string | undefined {
  return emptied === null ? undefined : `${emptied} Diese Nachricht kann nicht noch einmal hinausgehen.`
}
