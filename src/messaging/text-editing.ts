import { desc, eq } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { actorColumns, type Ctx, inTx } from '../ctx.ts'
import { texts } from '../db/schema.ts'
import { listServices } from '../schedule/services.ts'
import { hasSeveralResources } from '../schedule/shown-resources.ts'
import { unknownPlaceholderText } from '../shared/messages/placeholders.ts'
import { smsLength, smsLengthText } from '../shared/messages/sms-length.ts'
import {
  MOST_SMS_PARTS,
  type TextChannel,
  type TextField,
  type TextFields,
  type TextKind,
} from '../shared/messages/texts.ts'
import { Problem } from '../shared/problems.ts'
import { previewText } from './text-preview.ts'
import { channelsOf, fieldsOfText, ORIGINALS, readTexts, type TextVersion } from './texts.ts'

/** Returns every version of a text on both channels, the newest first. */
export function listVersions(ctx: Ctx, kind: TextKind): TextVersion[] {
  return ctx.db.select().from(texts).where(eq(texts.kind, kind)).orderBy(desc(texts.id)).all()
}

/**
 * Adds a version for each channel whose words change. The original words are stored as null. Missing fields
 * stay as they are.
 * @throws Problem invalid for an SMS that is too long or names a service, for an SMS of a text that has none,
 * and for `{Arzt}` in a practice of one doctor
 */
export function saveText(ctx: Ctx, kind: TextKind, change: TextFields): void {
  inTx(ctx, () => {
    const formerWords = fieldsOfText(readTexts(ctx), kind)
    const newWords = { ...formerWords, ...change }
    const changedFields = listDifferences(newWords, formerWords)
    if (changedFields.length === 0) return
    assertWords(ctx, kind, { change, changedFields })
    for (const channel of channelsOf(kind)) {
      const isChanged = changedFields.some((field) => field.startsWith(`${channel}_`))
      if (isChanged) addVersion(ctx, kind, { channel, newWords })
    }
    recordAudit(
      ctx,
      'text-saved',
      kind,
      changedFields.map((field) => ({ field })),
    )
  })
}

/** Returns the fields of `words` that have other words in `otherWords`. */
function listDifferences(words: TextFields, otherWords: TextFields): TextField[] {
  const fields = Object.keys(words) as TextField[]
  return fields.filter((field) => words[field] !== otherWords[field])
}

/**
 * Checks the changed fields, except those with the original words.
 * @throws Problem invalid with a sentence for each field that cannot be saved
 */
function assertWords(
  ctx: Ctx,
  kind: TextKind,
  { change, changedFields }: Readonly<{ change: TextFields; changedFields: readonly TextField[] }>,
): void {
  const originalWords = fieldsOfText(ORIGINALS, kind)
  const writtenFields = changedFields.filter((field) => change[field] !== originalWords[field])
  const faults = writtenFields.flatMap((field) => {
    const isOfSms = field.startsWith('sms_')
    const sentence =
      whyDoctorNotNamed(ctx, change[field]) ??
      (isOfSms ? whyNotInSms(ctx, kind, { change, field }) : undefined)
    return sentence === undefined ? [] : [{ field, sentence }]
  })
  const [first] = faults
  if (first === undefined) return
  const fields = Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence]))
  throw new Problem('invalid', { fields }, first.sentence)
}

/**
 * Returns why the words cannot name the doctor, as a sentence; undefined unless they do and the practice has
 * only one (docs/behaviour.md 21.15).
 */
function whyDoctorNotNamed(ctx: Ctx, words = ''): string | undefined {
  return words.includes('{Arzt}') && !hasSeveralResources(ctx) ? unknownPlaceholderText('{Arzt}') : undefined
}

/**
 * Returns why the words of a field cannot be those of an SMS, as a sentence; undefined if they can
 * (docs/behaviour.md 10.49 and 10.52).
 */
function whyNotInSms(
  ctx: Ctx,
  kind: TextKind,
  { change, field }: Readonly<{ change: TextFields; field: TextField }>,
): string | undefined {
  const { sms } = previewText(ctx, kind, change)
  if (sms === undefined) return 'Zu dieser Nachricht gibt es keine SMS.'
  const withoutPlaceholders = (change[field] ?? '').replace(/\{.*?\}/g, '')
  const writtenWords = wordsOf(withoutPlaceholders)
  const isNamed = (service: string) =>
    wordsOf(service) !== NO_WORDS && writtenWords.includes(wordsOf(service))
  const namedService = listServices(ctx).find(({ name }) => isNamed(name))
  if (namedService)
    return `„${namedService.name}“ darf nicht in eine SMS, denn sie ist auf gesperrten Bildschirmen zu lesen.`
  const length = smsLength(sms)
  if (length.parts <= MOST_SMS_PARTS) return undefined
  return `Das ist zu lang: ${smsLengthText(length)}. Höchstens ${MOST_SMS_PARTS} sind möglich.`
}

/** The result of `wordsOf` for a text without letters and digits. Every other result contains it. */
const NO_WORDS = ' '

/**
 * Returns the text as lower-case words, each after a space, so that `includes` matches from the beginning of
 * words.
 */
function wordsOf(text: string): string {
  const withSingleSpaces = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  return ` ${withSingleSpaces.trim()}`
}

/**
 * Adds a version of a text on one channel. The original words are stored as null, so that they follow when a
 * later version of Ordi changes them.
 */
function addVersion(
  ctx: Ctx,
  kind: TextKind,
  { channel, newWords }: Readonly<{ channel: TextChannel; newWords: TextFields }>,
): void {
  const originalWords = fieldsOfText(ORIGINALS, kind)
  const opening = `${channel}_opening` as const
  const closing = `${channel}_closing` as const
  const isOriginal =
    newWords[opening] === originalWords[opening] && newWords[closing] === originalWords[closing]
  const words = isOriginal
    ? { opening: null, closing: null }
    : { opening: newWords[opening], closing: newWords[closing] }
  ctx.db
    .insert(texts)
    .values({ kind, channel, ...words, ...actorColumns(ctx), at: ctx.now })
    .run()
}
