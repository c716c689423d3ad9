import { inArray, max } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Db } from '../db/open.ts'
import { cachedQuery } from '../db/query-cache.ts'
import { texts } from '../db/schema.ts'
import type { TextChannel, TextFields, TextKind, Texts } from '../shared/messages/texts.ts'
import type { Text } from './kind.ts'
import { KINDS } from './kinds.ts'

/**
 * This module reads the texts of messages, which the practice can change (docs/behaviour.md 10.48 to 10.53).
 */

type AnyDeclaration = (typeof KINDS)[keyof typeof KINDS]
/** The texts of the kinds that have some: a union of one type for each kind. */
type DeclaredTexts = Extract<AnyDeclaration, { texts: object }>['texts']
/** The keys of all types of a union. `keyof` alone would give only those that they have in common. */
type KeysOfEach<Union> = Union extends unknown ? keyof Union : never

/** The texts of all kinds, by their names. */
const DECLARED: Readonly<Record<KeysOfEach<DeclaredTexts>, Text>> = Object.assign(
  {},
  ...Object.values(KINDS).map((kind) => 'texts' in kind && kind.texts),
)

/** The original words of every text. A text that no kind declares does not compile. */
export const ORIGINALS: Readonly<Record<TextKind, Text>> = DECLARED

/** Returns the channels by which a text is sent: e-mail always, SMS if the text has original words for it. */
export function channelsOf(kind: TextKind): TextChannel[] {
  return ORIGINALS[kind].sms === undefined ? ['email'] : ['email', 'sms']
}

/** A row of the history: the words of a text on one channel, or null for the original words. */
export type TextVersion = Readonly<typeof texts.$inferSelect>

/** Returns the newest version of each changed text on each channel. */
export const newestVersions = cachedQuery((db: Db): readonly TextVersion[] => {
  const newestIds = db
    .select({ id: max(texts.id) })
    .from(texts)
    .groupBy(texts.kind, texts.channel)
  return db.select().from(texts).where(inArray(texts.id, newestIds)).all()
})

/** Returns the words of every text: the practice's own, else the original ones. */
export function readTexts(ctx: Ctx): Texts {
  const wordsOfKinds: Record<string, object> = { ...ORIGINALS }
  for (const { kind, channel, opening, closing } of newestVersions(ctx.db))
    if (opening !== null) wordsOfKinds[kind] = { ...wordsOfKinds[kind], [channel]: { opening, closing } }
  return wordsOfKinds as Texts
}

/** Returns the fields of a text by their names on the wire. */
export function fieldsOfText(wordsOfKinds: Texts, kind: TextKind): TextFields {
  const { email, sms } = wordsOfKinds[kind]
  return {
    email_opening: email.opening,
    email_closing: email.closing,
    ...(sms && { sms_opening: sms.opening, sms_closing: sms.closing }),
  }
}
