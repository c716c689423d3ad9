import { desc, eq, inArray, max } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { actorColumns, type Ctx, inTx } from '../ctx.ts'
import type { Db } from '../db/open.ts'
import { cached } from '../db/query-cache.ts'
import { texts } from '../db/schema.ts'
import { type BookerColumns, bookerOf } from '../shared/booker.ts'
import type { Values } from '../shared/placeholders.ts'
import type { Practice } from '../shared/settings.ts'
import {
  channelsOf,
  ORIGINALS,
  type SmsTextKind,
  type TextFields,
  type TextKind,
  type Texts,
} from '../shared/texts.ts'

/** The practice's own words for its messages. Source: docs/behaviour.md 10.48 to 10.53. */

export type TextVersion = Readonly<typeof texts.$inferSelect>

/** The newest version of every text that was ever changed. */
const newest = cached((db: Db): readonly TextVersion[] =>
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
  for (const { kind, channel, opening, closing } of newest(ctx.db))
    if (opening !== null) words[kind] = { ...words[kind], [channel]: { opening, closing } }
  return words as Texts
}

/** Every change of a text, the newest first. */
export function listVersions(ctx: Ctx, kind: TextKind): TextVersion[] {
  return ctx.db.select().from(texts).where(eq(texts.kind, kind)).orderBy(desc(texts.id)).all()
}

/** The newest version of each channel of a text; only of those that were ever changed. */
export function newestVersions(ctx: Ctx, kind: TextKind): TextVersion[] {
  return newest(ctx.db).filter((version) => version.kind === kind)
}

/** The fields of a text in one channel or both, by their names on the wire. */
export function fieldsOfText(all: Texts, kind: TextKind): TextFields {
  const { email } = all[kind]
  const { sms } = all[kind as SmsTextKind]
  return {
    email_opening: email.opening,
    email_closing: email.closing,
    ...(sms && { sms_opening: sms.opening, sms_closing: sms.closing }),
  }
}

/** The words as they would be after a change. */
export function withChange(all: Texts, kind: TextKind, change: TextFields): Texts {
  const fields = { ...fieldsOfText(all, kind), ...change }
  const channels = channelsOf(kind).map((channel) => [
    channel,
    { opening: fields[`${channel}_opening`] ?? '', closing: fields[`${channel}_closing`] ?? '' },
  ])
  return { ...all, [kind]: Object.fromEntries(channels) }
}

/** Adds a version to each channel that differs; the original words are stored as null. What is missing stays as it is. */
export function saveText(ctx: Ctx, kind: TextKind, change: TextFields): void {
  inTx(ctx, () => {
    const before = fieldsOfText(readTexts(ctx), kind)
    const after = { ...before, ...change }
    const changed = Object.entries(after).flatMap(([field, text]) =>
      text === before[field as keyof TextFields] ? [] : [{ field }],
    )
    if (changed.length === 0) return
    const original = fieldsOfText(ORIGINALS, kind)
    for (const channel of channelsOf(kind)) {
      const names = [`${channel}_opening`, `${channel}_closing`] as const
      if (!changed.some(({ field }) => names.some((name) => name === field))) continue
      const [opening, closing] = names.every((name) => after[name] === original[name])
        ? [null, null]
        : names.map((name) => after[name])
      ctx.db
        .insert(texts)
        .values({ kind, channel, opening, closing, ...actorColumns(ctx), at: ctx.now })
        .run()
    }
    recordAudit(ctx, 'text-saved', kind, changed)
  })
}

/** Every text has its original words again. */
export function resetText(ctx: Ctx, kind: TextKind): void {
  saveText(ctx, kind, fieldsOfText(ORIGINALS, kind))
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
