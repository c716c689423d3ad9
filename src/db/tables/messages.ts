import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CHANNELS, MESSAGE_STATUSES, type MessageKind } from '../../shared/messages/message-kinds.ts'
import type { TextKind } from '../../shared/messages/texts.ts'
import { SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { bookings } from './bookings.ts'
import { offers } from './waiting-list.ts'

/** Tables of e-mails and SMS. */

/**
 * Dictionaries for compressing e-mails: text that most e-mails share. Rows never change, because
 * decompression needs them.
 */
export const messageDictionaries = sqliteTable('message_dictionaries', {
  id: integer().primaryKey(),
  text: text().notNull().unique(),
})

/**
 * The practice's own words for its messages. The newest row of a kind and channel is in use. Rows are only
 * added, so that older versions can be read.
 */
export const texts = sqliteTable('texts', {
  id: integer().primaryKey(),
  kind: text().$type<TextKind>().notNull(),
  channel: text({ enum: ['email', 'sms'] }).notNull(),
  /** Null in both columns means that the original words are in use again. */
  opening: text(),
  closing: text(),
  actor: text().notNull(),
  actorName: text('actor_name').notNull(),
  at: integer().notNull(),
})

/** Messages to patients and the practice. Each row is both the queued message and its row in the log. */
export const messages = sqliteTable(
  'messages',
  {
    id: integer().primaryKey(),
    channel: text({ enum: CHANNELS }).notNull(),
    kind: text().$type<MessageKind>().notNull(),
    bookingId: text('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
    /** The waiting list's offer that the message makes. */
    offerId: text('offer_id').references(() => offers.id, { onDelete: 'set null' }),
    /**
     * The appointment's start that the message states; null if it states none. A move makes the message
     * stale.
     */
    startsAt: integer('starts_at'),
    /** The message's name for providers, in the log, and for staff. */
    logUuid: text('log_uuid').notNull().unique(),
    /**
     * One e-mail address, or a phone number in E.164. A number that no SMS can reach is stored as typed.
     * Empty if no recipient is known.
     */
    recipient: text().notNull(),
    /** Subject and HTML are empty for an SMS. */
    subject: text().notNull().default(''),
    text: text().notNull(),
    html: text().notNull().default(''),
    /** The iCalendar file of an e-mail. Its METHOD says whether it invites or cancels. */
    calendar: text(),
    /**
     * Text, HTML and calendar of an e-mail, compressed. Their own columns are then empty; `withBody` fills
     * them.
     */
    packed: blob({ mode: 'buffer' }),
    dictionaryId: integer('dictionary_id').references(() => messageDictionaries.id),
    /**
     * Message-ID of an e-mail (RFC 5322), the same in every attempt, so that a receiver recognises
     * duplicates.
     */
    messageId: text('message_id'),
    status: text({ enum: MESSAGE_STATUSES }).notNull(),
    /** The reason why the message was suppressed, or why the last attempt failed. */
    error: text(),
    /**
     * True when the last attempt failed because of the e-mail address or number, which a person can correct.
     */
    wrongRecipient: integer('wrong_recipient', { mode: 'boolean' }).notNull().default(false),
    /** When the practice settled the failure in another way, such as a call; null while it is open. */
    settledAt: integer('settled_at'),
    /** The e-mail address of the staff member who settled it. */
    settledBy: text('settled_by'),
    /** A sentence that says why recipient and content were deleted; null while they are stored. */
    emptied: text(),
    /** The SMS that replaces this e-mail. The e-mail is sent only if that SMS fails. */
    fallbackOf: integer('fallback_of'),
    attempts: integer().notNull().default(0),
    /** When the next attempt is due or, while the message is being sent, when the worker's lease ends. */
    dueAt: integer('due_at').notNull(),
    /**
     * For e-mail verifications: how many the origin had requested in the half hour before. The lowest number
     * is sent first.
     */
    queuePosition: integer('turn'),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
    /** The SMS provider that was last asked to send it. The columns below hold its answer. */
    provider: text({ enum: SMS_PROVIDERS }),
    providerMessageId: text('provider_message_id'),
    sender: text(),
    sendStatus: text('send_status'),
    /** Thousandths of a cent, since providers charge fractions of a cent. */
    priceMillicents: integer('price_millicents'),
    deliveryStatus: text('delivery_status'),
    deliveredAt: integer('delivered_at'),
  },
  (t) => [
    index('messages_due').on(t.channel, t.queuePosition, t.dueAt).where(sql`status in ('queued', 'sending')`),
    index('messages_unsent').on(t.status, t.channel).where(sql`status <> 'sent'`),
    // For the limits of SMS. It includes the channel because SQLite would otherwise prefer the index of the
    // channel alone.
    index('messages_sms_by_time').on(t.channel, t.dueAt).where(sql`channel = 'sms'`),
    // Finds the few messages whose links still decide.
    index('messages_with_signatures').on(t.bookingId).where(sql`instr(text, '&sig=') > 0`),
    // Finds messages that can be packed (messaging/outbox/packed-bodies.ts).
    index('messages_to_pack')
      .on(t.channel, t.createdAt)
      .where(
        sql`packed is null and emptied is null and status not in ('queued', 'sending') and instr(text, '&sig=') = 0`,
      ),
    index('messages_by_channel').on(t.channel),
    // The retention looks for old messages that still have their content.
    index('messages_with_content').on(t.createdAt).where(sql`emptied is null`),
    index('messages_by_booking').on(t.bookingId),
    index('messages_by_offer').on(t.offerId).where(sql`offer_id is not null`),
    index('messages_by_provider').on(t.provider, t.providerMessageId).where(sql`provider is not null`),
  ],
)

/** A row of the table, whose body may be packed. */
export type MessageRow = typeof messages.$inferSelect

/** A message with its body, which `withBody` (messaging/outbox/packed-bodies.ts) makes of a row. */
export type Message = Omit<MessageRow, 'packed' | 'dictionaryId'> & { packed?: never }

/** A message in a list. The `text` of an e-mail may be empty, because its body may be packed. */
export type ListedMessage = Omit<Message, 'html' | 'calendar'>

/** The last known balance of the account with an SMS provider. */
export const balances = sqliteTable('balances', {
  provider: text({ enum: SMS_PROVIDERS }).primaryKey(),
  amount: text().notNull(),
  currency: text().notNull(),
  at: integer().notNull(),
})
