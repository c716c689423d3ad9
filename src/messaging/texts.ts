import { inArray, max } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Db } from '../db/open.ts'
import { cached } from '../db/query-cache.ts'
import { texts } from '../db/schema.ts'
import { type BookerColumns, bookerOf } from '../shared/contact/booker.ts'
import type { Values } from '../shared/messages/placeholders.ts'
import { ORIGINALS, type Texts } from '../shared/messages/texts.ts'
import type { Practice } from '../shared/settings/settings.ts'

/** The words that the practice has given its messages. Source: docs/behaviour.md 10.48 to 10.53. */

export type TextVersion = Readonly<typeof texts.$inferSelect>

/** The newest version of every text that was ever changed, for each channel. */
export const newestVersions = cached((db: Db): readonly TextVersion[] =>
  db
    .select()
    .from(texts)
    .where(
      inArray(
        texts.id,
        db
          .select({ id: max(texts.id) })
          .from(texts)
          .groupBy(texts.kind, texts.channel),
      ),
    )
    .all(),
)

/** The words of every message: the practice's own, else the original ones. */
export function readTexts(ctx: Ctx): Texts {
  const words: Record<string, object> = { ...ORIGINALS }
  for (const { kind, channel, opening, closing } of newestVersions(ctx.db))
    if (opening !== null) words[kind] = { ...words[kind], [channel]: { opening, closing } }
  return words as Texts
}

/** A person as messages greet them; what is not known is empty. */
export type Addressee = Readonly<Record<'salutation' | 'firstName' | 'lastName', string>>

/** Whom the messages about an appointment greet: who booked it. */
export function addresseeOf(booking: Addressee & BookerColumns): Addressee {
  const booker = bookerOf(booking)
  return booker ? { ...booker, salutation: '' } : booking
}

const NOBODY: Addressee = { salutation: '', firstName: '', lastName: '' }

/** What the placeholders for people and the practice stand for. */
export function namesOf(practice: Practice, { salutation, firstName, lastName }: Addressee = NOBODY): Values {
  const hello = ['Guten Tag', salutation || firstName, lastName].filter((word) => word !== '')
  return {
    Anrede: `${hello.join(' ')}!`,
    Name: `${firstName} ${lastName}`.trim(),
    Ordination: practice.name || 'Ordination',
    Telefon: practice.phone,
  }
}
