import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { and, eq, inArray, isNull, lte, ne, not, notInArray, or, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { bookings, type Message, type MessageRow, messageDictionaries, messages } from '../../db/schema.ts'
import { DAY_LENGTH, MINUTE } from '../../shared/day.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { newReservation } from '../kinds/new-reservation.ts'
import { kindsWhere } from '../kinds.ts'
import { sampleAppointment } from '../sample-appointment.ts'
import { STATES_MOVE } from './staleness.ts'

/**
 * The body of an e-mail. It has most of a row's bytes, and almost all of them are the same in every e-mail of
 * the practice.
 */
type Body = Pick<Message, 'text' | 'html' | 'calendar'>

type Dictionary = typeof messageDictionaries.$inferSelect

/** Returns the message with its body, whether that is stored packed or not. */
export function unpacked(ctx: Ctx, { packed, dictionaryId, ...row }: MessageRow): Message {
  if (packed === null) return row
  const dictionary = Buffer.from(dictionaryText(ctx, dictionaryId ?? 0))
  const [text, html, calendar] = JSON.parse(inflateRawSync(packed, { dictionary }).toString())
  return { ...row, text, html, calendar }
}

/** Returns the text that is packed. A dictionary consists of such texts. */
function bodyText({ text, html, calendar }: Body): string {
  return JSON.stringify([text, html, calendar])
}

function dictionaryText(ctx: Ctx, id: number): string {
  const { text } = messageDictionaries
  return (
    ctx.db.select({ text }).from(messageDictionaries).where(eq(messageDictionaries.id, id)).get()?.text ?? ''
  )
}

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
  // These two ids lead to the message at receivers and providers.
  messageId: null,
  providerMessageId: null,
  // The error may quote a mail server's answer, which names the address.
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

/** Messages that one call changes, few enough to take only some milliseconds. */
const AT_ONCE = 10

const DECIDING = kindsWhere(({ decides = false }) => decides)

/** Milliseconds after which a decision can no longer be taken back (docs/behaviour.md 8.19). */
const SETTLED_AFTER = MINUTE

/**
 * Removes the signatures from some stored e-mails to the practice once their request or move is settled or
 * the appointment has begun, so that a copy of the database holds no links that decide. The links then ask
 * for a login.
 * @returns whether more e-mails may remain
 */
export function dropSpentSignatures(ctx: Ctx): boolean {
  const since = lte(bookings.updatedAt, ctx.now - SETTLED_AFTER)
  const decided = and(ne(bookings.status, 'requested'), since)
  const settled = or(decided, lte(bookings.startsAt, ctx.now), ne(messages.startsAt, bookings.startsAt))
  const moveSettled = and(or(isNull(bookings.moveToAt), ne(messages.startsAt, bookings.moveToAt)), since)
  const spent = ctx.db
    .select({ id: messages.id, text: messages.text, html: messages.html })
    .from(messages)
    .innerJoin(bookings, eq(bookings.id, messages.bookingId))
    .where(
      and(
        // The partial index has this very condition.
        sql`instr(${messages.text}, '&sig=') > 0`,
        inArray(messages.kind, DECIDING),
        notInArray(messages.status, ['queued', 'sending']),
        or(and(not(STATES_MOVE), settled), and(STATES_MOVE, moveSettled)),
      ),
    )
    .limit(AT_ONCE)
    .all()
  for (const { id, text, html } of spent) {
    const changes = { text: withoutSignatures(text), html: withoutSignatures(html) }
    ctx.db.update(messages).set(changes).where(eq(messages.id, id)).run()
  }
  return spent.length === AT_ONCE
}

/** Removes the signatures from links, which then ask for a login. */
export function withoutSignatures(body: string): string {
  return body.replaceAll(/&(?:#38;)?sig=[\w.-]+/g, '')
}

/**
 * The condition of the index `messages_to_pack`: e-mails that are not waiting and have no signed links, which
 * are searched in the unpacked text. It is a literal, because with a parameter SQLite does not use the
 * partial index.
 */
const TO_PACK = sql`${messages.packed} is null and ${messages.emptied} is null and ${messages.status} not in ('queued', 'sending') and instr(${messages.text}, '&sig=') = 0`

/** Packs the bodies of some e-mails that are at least a day old. @returns whether more may remain */
export function packBodies(ctx: Ctx): boolean {
  return inTx(ctx, () => {
    const rows = toPack(ctx, AT_ONCE).all()
    if (rows.length === 0) return false
    const { id: dictionaryId, text } = storedDictionary(ctx)
    const dictionary = Buffer.from(text)
    for (const { id, ...body } of rows) {
      const packed = deflateRawSync(bodyText(body), { level: 9, dictionary })
      const columns = { text: '', html: '', calendar: null, packed, dictionaryId }
      ctx.db.update(messages).set(columns).where(eq(messages.id, id)).run()
    }
    return rows.length === AT_ONCE
  })
}

/** Returns the query for e-mails that can be packed. */
export function toPack(ctx: Ctx, most: number) {
  const { id, text, html, calendar } = messages
  return ctx.db
    .select({ id, text, html, calendar })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), TO_PACK, lte(messages.createdAt, ctx.now - DAY_LENGTH)))
    .limit(most)
}

/**
 * Returns the present dictionary. Stores a new one when the templates or the practice's data have changed.
 */
function storedDictionary(ctx: Ctx): Dictionary {
  const sample = sampleAppointment(ctx)
  const text = [newReservation.email(sample), confirmed.email({ ...sample, message: '' })]
    .map((email) => bodyText({ ...email, calendar: null }))
    .join('')
  ctx.db.insert(messageDictionaries).values({ text }).onConflictDoNothing().run()
  return ctx.db
    .select()
    .from(messageDictionaries)
    .where(eq(messageDictionaries.text, text))
    .get() as Dictionary
}
