import { desc, eq } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { actorColumns, type Ctx, inTx } from '../ctx.ts'
import { texts } from '../db/schema.ts'
import { listServices } from '../schedule/services.ts'
import { hasSeveralResources } from '../schedule/shown-resources.ts'
import { noPlaceholder } from '../shared/messages/placeholders.ts'
import { smsLength, smsLengthText } from '../shared/messages/sms-length.ts'
import { MOST_SMS_PARTS, type TextField, type TextFields, type TextKind } from '../shared/messages/texts.ts'
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
    const originalWords = fieldsOfText(ORIGINALS, kind)
    const isOriginal = (field: TextField) => newWords[field] === originalWords[field]
    const fields = Object.keys(newWords) as TextField[]
    const changedFields = fields.filter((field) => newWords[field] !== formerWords[field])
    const writtenFields = changedFields.filter((field) => !isOriginal(field))
    assertWords(ctx, kind, change, writtenFields)
    for (const channel of channelsOf(kind)) {
      const opening = `${channel}_opening` as const
      const closing = `${channel}_closing` as const
      if (!changedFields.includes(opening) && !changedFields.includes(closing)) continue
      const words =
        isOriginal(opening) && isOriginal(closing)
          ? { opening: null, closing: null }
          : { opening: newWords[opening], closing: newWords[closing] }
      ctx.db
        .insert(texts)
        .values({ kind, channel, ...words, ...actorColumns(ctx), at: ctx.now })
        .run()
    }
    const changes = changedFields.map((field) => ({ field }))
    if (changes.length > 0) recordAudit(ctx, 'text-saved', kind, changes)
  })
}

/**
 * Checks the fields that the practice has written itself.
 * @throws Problem invalid with a sentence for each field that cannot be saved
 */
function assertWords(
  ctx: Ctx,
  kind: TextKind,
  change: TextFields,
  writtenFields: readonly TextField[],
): void {
  const faults = writtenFields.flatMap((field) => {
    const faultOfSms = field.startsWith('sms_') ? smsError(ctx, kind, change, field) : undefined
    const sentence = doctorError(ctx, change[field]) ?? faultOfSms
    return sentence === undefined ? [] : [{ field, sentence }]
  })
  const [first] = faults
  if (first === undefined) return
  const fields = Object.fromEntries(faults.map(({ field, sentence }) => [field, sentence]))
  throw new Problem('invalid', { fields }, first.sentence)
}

/**
 * Returns a sentence if the words name the doctor although the practice has only one (docs/behaviour.md
 * 21.15).
 */
function doctorError(ctx: Ctx, words = ''): string | undefined {
  return words.includes('{Arzt}') && !hasSeveralResources(ctx) ? noPlaceholder('{Arzt}') : undefined
}

/**
 * Returns why the words of an SMS cannot be saved, as a sentence. Source: docs/behaviour.md 10.49 and 10.52.
 */
function smsError(ctx: Ctx, kind: TextKind, change: TextFields, field: TextField): string | undefined {
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
