import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Ctx } from '../ctx.ts'
import { MESSAGE_LENGTH, NOTE_LENGTH } from '../shared/booking.ts'
import { daysBetween, isDay } from '../shared/day.ts'
import { fieldErrorsOf, UNKNOWN_KEY } from '../shared/field-errors.ts'
import { paragraph } from '../shared/line.ts'
import { NO_DAY, NO_ID } from '../shared/messages.de.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { DAY_PARTS } from '../shared/waiting-list.ts'
import { isSkipped, readDateTime, readInstant } from '../time/vienna.ts'
import { ctxOf, type Env } from './deps.ts'

const MISSING = 'Diese Angabe fehlt.'

type Schema = v.GenericSchema<unknown, unknown>

/**
 * The sentence of the Problem, or its code, where they differ from those of `invalid`. A function makes it
 * from the field errors.
 */
type Message =
  | string
  | ((fields: Readonly<Record<string, string>>) => string | undefined)
  | Readonly<{ code: ProblemCode }>

/**
 * Validates the JSON body. Accepts only `application/json`, which a form of another site cannot send.
 * @param schema the schema, or a function that makes it from stored data and the names in the body
 * @throws Problem unsupported_media_type, invalid
 */
export function body<S extends Schema>(
  schema: S | ((ctx: Ctx, sent: object) => S),
  message?: Message,
): MiddlewareHandler<Env, string, { in: { json: v.InferInput<S> }; out: { json: v.InferOutput<S> } }> {
  const validate: ReturnType<typeof body<S>> = async (c, next) => {
    if (!isJson(c.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
    const sent: unknown = await c.req.json().catch(() => refuse({}, message))
    // valibot accepts a list as an object without keys.
    if (Array.isArray(sent)) refuse({}, message)
    const chosen = typeof schema === 'function' ? schema(ctxOf(c), Object(sent)) : schema
    c.req.addValidatedData('json', read(chosen, sent, message) as object)
    await next()
  }
  bodySchemas.set(validate, schema)
  return validate
}

/** The schemas of bodies by the handlers that check them, so that a test can send each field of a call. */
export const bodySchemas = new WeakMap<MiddlewareHandler, Schema | ((ctx: Ctx, sent: object) => Schema)>()

/**
 * Checks a call without a body. A content type other than JSON is refused here too, so that a form of another
 * site cannot call it.
 * @throws Problem unsupported_media_type
 */
export const noBody: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')
  if (type !== undefined && !isJson(type)) throw new Problem('unsupported_media_type')
  await next()
}

/** Validates the query. @throws Problem invalid */
export function query<S extends Schema>(
  schema: S,
): MiddlewareHandler<object, string, { in: { query: v.InferInput<S> }; out: { query: v.InferOutput<S> } }> {
  return (c, next) => {
    c.req.addValidatedData('query', read(schema, c.req.query()) as object)
    return next()
  }
}

/**
 * Joins the distinct field errors to one line, which the admin's forms show; undefined without field errors.
 */
export function joinFieldErrors(fields: Readonly<Record<string, string>>): string | undefined {
  return [...new Set(Object.values(fields))].join(' ') || undefined
}

/**
 * Validates what a caller sent, and returns what the schema makes of it.
 * @throws Problem invalid with the field errors
 */
export function read<S extends Schema>(schema: S, sent: unknown, message?: Message): v.InferOutput<S> {
  const check = () => v.safeParse(schema, sent, { message: defaultMessage })
  let result = check()
  if (!result.success && fillMissingKeys(result.issues)) result = check()
  if (result.success) return result.output
  return refuse({ fields: fieldErrorsOf(result.issues.map(withoutUnknown)) }, message)
}

/**
 * Gives each missing key the value undefined, and returns whether there was one. A missing key is a fault of
 * its object, whose sentence is about unknown keys; a key without a value is one of its own rule.
 */
function fillMissingKeys(issues: readonly v.BaseIssue<unknown>[]): boolean {
  const missing = issues.flatMap(({ received, path }) => {
    const last = path?.at(-1)
    return received === 'undefined' && last?.type === 'object' && last.origin === 'key' ? [last] : []
  })
  for (const { input, key } of missing) input[key] = undefined
  return missing.length > 0
}

/** Says of an object that is missing that it is, because its own sentence is about unknown keys. */
function withoutUnknown(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  return issue.received === 'undefined' && issue.message === UNKNOWN_KEY
    ? { ...issue, message: MISSING }
    : issue
}

function refuse(facts: { fields?: Record<string, string> }, message: Message | undefined): never {
  if (typeof message === 'object') throw new Problem(message.code, facts)
  throw new Problem('invalid', facts, typeof message === 'function' ? message(facts.fields ?? {}) : message)
}

/** Returns the sentence for a schema without a message of its own. */
function defaultMessage({ type, expected, received }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' && expected === 'never') return UNKNOWN_KEY
  return received === 'undefined' ? MISSING : 'Bitte prüfen Sie diese Angabe.'
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType)
}

/** Calculations with instants and days are valid between these limits. */
const EARLIEST = Date.UTC(1900, 0)
const LATEST = Date.UTC(2200, 0)

/** An ISO 8601 instant with its offset. */
export const instant = v.pipe(
  v.string('Bitte einen Zeitpunkt angeben.'),
  v.transform(readInstant),
  ...plausible(),
)

/**
 * An ISO 8601 instant with its offset, or a Vienna wall time (`2027-01-12T08:30`), which must exist on that
 * day.
 */
export const viennaDateTime = v.pipe(
  v.string('Bitte einen Zeitpunkt angeben.'),
  v.check(
    (text) => !isSkipped(text),
    'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.',
  ),
  v.transform(readDateTime),
  ...plausible(),
)

function plausible() {
  const sentence = 'Bitte einen gültigen Zeitpunkt angeben.'
  return [v.number(sentence), v.check((at: number) => at >= EARLIEST && at < LATEST, sentence)] as const
}

/** A Vienna day, `YYYY-MM-DD`. */
export const day = v.pipe(v.string('Bitte ein Datum angeben.'), v.check(isDay, NO_DAY))

/** A part of the day in the query; missing for the whole day. */
export const dayPart = v.optional(v.picklist(DAY_PARTS, 'Bitte morning oder afternoon angeben.'))

/** A whole number of the query, which is text there. `fallback` stands for a missing one. */
export function number({ least, most, fallback }: { least: number; most: number; fallback: string }) {
  const sentence = `Bitte eine Zahl von ${least} bis ${most} angeben.`
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, sentence),
      v.transform(Number),
      v.minValue(least, sentence),
      v.maxValue(most, sentence),
    ),
    fallback,
  )
}

/** The number of rows on one page of a log. */
export const limit = number({ least: 1, most: 500, fallback: '100' })

/** The id of the previous page's last row. */
export const before = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'Bitte die Nummer eines Eintrags angeben.'), v.transform(Number)),
)

/** A text that must not be empty; `sentence` is its one error. */
export function filled(sentence: string) {
  return v.pipe(v.string(sentence), v.nonEmpty(sentence))
}

/** The id of a booking, an entry of the waiting list or an offer, as links have it. */
export const linkId = filled(NO_ID)

export const serviceId = filled('Bitte eine Leistung angeben.')

/** The id of a resource. Each call says what it does without one. */
export const resourceId = v.optional(v.string())

/** A message to the patient, or a reason; it may be empty. */
export const message = v.optional(paragraph(MESSAGE_LENGTH), '')

/** An internal note of the practice; empty removes it. */
export const note = paragraph(NOTE_LENGTH)

/** The first and the last Vienna day of a query, both included. */
type Days = { from?: string | undefined; to?: string | undefined }

/** Checks that `to` is not before `from`, and that there are at most `most` days. A missing end is open. */
export function inOrder<Range extends Days>(most = Number.POSITIVE_INFINITY) {
  const message = Number.isFinite(most)
    ? `Höchstens ${most} Tage, in zeitlicher Reihenfolge.`
    : 'Der letzte Tag darf nicht vor dem ersten liegen.'
  return v.rawCheck<Range>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { from, to } = dataset.value
    const days = from === undefined || to === undefined ? 1 : daysBetween(from, to) + 1
    // An invalid day, which makes this NaN, has a sentence of its own.
    if (Number.isNaN(days) || (days > 0 && days <= most)) return
    addIssue({
      message,
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'to', value: to }],
    })
  })
}

/** The text of a list's search field; '' finds everything. */
export const search = v.optional(
  v.pipe(v.string(), v.maxLength(200, 'Bitte höchstens 200 Zeichen eingeben.')),
  '',
)
