import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Message, type MessageRow, messageDictionaries } from '../../db/schema.ts'

/** What an e-mail says. Most of a row's bytes are here, and almost all of them are the same in every e-mail of the practice. */
export type Body = Pick<Message, 'text' | 'html' | 'calendar'>

export type Dictionary = typeof messageDictionaries.$inferSelect

/** The columns of a row whose body is packed. */
export function packedColumns(body: Body, { id, text }: Dictionary) {
  const packed = deflateRawSync(bodyText(body), { level: 9, dictionary: Buffer.from(text) })
  return { text: '', html: '', calendar: null, packed, dictionaryId: id }
}

/** The message with its body, packed or not. */
export function unpacked(ctx: Ctx, { packed, dictionaryId, ...row }: MessageRow): Message {
  if (packed === null) return row
  const dictionary = Buffer.from(dictionaryText(ctx, dictionaryId ?? 0))
  const [text, html, calendar] = JSON.parse(inflateRawSync(packed, { dictionary }).toString())
  return { ...row, text, html, calendar }
}

/** The text that is packed. A dictionary is made of such texts. */
export function bodyText({ text, html, calendar }: Body): string {
  return JSON.stringify([text, html, calendar])
}

function dictionaryText(ctx: Ctx, id: number): string {
  const { text } = messageDictionaries
  return (
    ctx.db.select({ text }).from(messageDictionaries).where(eq(messageDictionaries.id, id)).get()?.text ?? ''
  )
}
