import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { and, eq, lte, sql } from 'drizzle-orm'
import { type Ctx, inTx } from '../../ctx.ts'
import { type Message, type MessageRow, messageDictionaries, messages } from '../../db/schema.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { newReservation } from '../kinds/new-reservation.ts'
import { sampleAppointment } from '../sample-appointment.ts'

/**
 * This module packs the bodies of sent e-mails, which take up most of the table. Almost all of a body is the
 * same in every e-mail of the practice, so it is compressed with a dictionary: a text to which it refers
 * instead of repeating it (docs/behaviour.md 10.40).
 */

/** The columns that are packed. */
type Body = Pick<Message, 'text' | 'html' | 'calendar'>

/** A row of the dictionaries. A packed e-mail names the one that it was compressed with. */
type Dictionary = typeof messageDictionaries.$inferSelect

/** The most e-mails that one call packs, so that it takes only a few milliseconds. */
const MOST_AT_ONCE = 10

/** Returns the message with its body, whether or not that is stored packed. */
export function withBody(ctx: Ctx, { packed, dictionaryId, ...row }: MessageRow): Message {
  if (packed === null) return row
  const dictionary = Buffer.from(getDictionaryText(ctx, dictionaryId))
  const [text, html, calendar] = JSON.parse(inflateRawSync(packed, { dictionary }).toString())
  return { ...row, text, html, calendar }
}

/**
 * Returns the text of a stored dictionary.
 * @throws Error if there is none, because inflating without it would report corrupt data instead
 */
function getDictionaryText(ctx: Ctx, id: number | null): string {
  const { text } = messageDictionaries
  const selected = ctx.db.select({ text }).from(messageDictionaries)
  const found = id === null ? undefined : selected.where(eq(messageDictionaries.id, id)).get()
  if (found === undefined) throw new Error(`A packed e-mail needs a dictionary that is not stored: ${id}`)
  return found.text
}

/** Packs the bodies of some e-mails that are at least a day old. @returns whether more may remain */
export function packBodies(ctx: Ctx): boolean {
  return inTx(ctx, () => {
    const rows = packableQuery(ctx, MOST_AT_ONCE).all()
    if (rows.length === 0) return false
    const { id: dictionaryId, text } = currentDictionary(ctx)
    const dictionary = Buffer.from(text)
    for (const { id, ...body } of rows) {
      const packed = deflateRawSync(bodyText(body), { level: 9, dictionary })
      const columns = { text: '', html: '', calendar: null, packed, dictionaryId }
      ctx.db.update(messages).set(columns).where(eq(messages.id, id)).run()
    }
    return rows.length === MOST_AT_ONCE
  })
}

/**
 * Matches the messages that can be packed. SQLite uses the index `messages_to_pack` (db/tables/messages.ts)
 * only if this is its very condition, without parameters. Messages with signed links stay plain, because
 * spent-signatures.ts searches their text.
 */
const IS_PACKABLE = sql`${messages.packed} is null and ${messages.emptied} is null
  and ${messages.status} not in ('queued', 'sending') and instr(${messages.text}, '&sig=') = 0`

/** Returns the query for at most `limit` e-mails that can be packed. */
export function packableQuery(ctx: Ctx, limit: number) {
  const { id, text, html, calendar } = messages
  return ctx.db
    .select({ id, text, html, calendar })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), IS_PACKABLE, lte(messages.createdAt, ctx.now - DAY_LENGTH)))
    .limit(limit)
}

/**
 * Returns the dictionary for the present templates and data of the practice. It is stored when it is first
 * used.
 */
function currentDictionary(ctx: Ctx): Dictionary {
  const sample = sampleAppointment(ctx)
  const emails = [newReservation.email(sample), confirmed.email({ ...sample, message: '' })]
  const text = emails.map((email) => bodyText({ ...email, calendar: null })).join('')
  ctx.db.insert(messageDictionaries).values({ text }).onConflictDoNothing().run()
  return ctx.db
    .select()
    .from(messageDictionaries)
    .where(eq(messageDictionaries.text, text))
    .get() as Dictionary
}

/** Returns the text to pack. A dictionary consists of sample texts of the same form. */
function bodyText({ text, html, calendar }: Body): string {
  return JSON.stringify([text, html, calendar])
}
