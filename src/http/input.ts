import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Ctx } from '../ctx.ts'
import { fieldErrorsOf, UNKNOWN_KEY } from '../shared/field-errors.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { ctxOf, type Env } from './deps.ts'

const MISSING = 'Diese Angabe fehlt.'

type Schema = v.GenericSchema<unknown, unknown>

/**
 * How a refusal differs from the usual `invalid`: by the sentence that a function returns for the field
 * errors, or by the code.
 */
type RefusalVariant =
  | ((fields: Readonly<Record<string, string>>) => string | undefined)
  | Readonly<{ code: ProblemCode }>

/** The schemas of bodies by the handlers that check them, so that tests can send each field of a call. */
export const bodySchemas = new WeakMap<MiddlewareHandler, Schema | ((ctx: Ctx, input: object) => Schema)>()

/**
 * Validates the JSON body. Accepts only `application/json`, which a form on another site cannot send.
 * @param schema the schema, or a function that returns it for stored data and the names in the body
 * @throws Problem unsupported_media_type, invalid
 */
export function body<S extends Schema>(
  schema: S | ((ctx: Ctx, input: object) => S),
  variant?: RefusalVariant,
): MiddlewareHandler<Env, string, { in: { json: v.InferInput<S> }; out: { json: v.InferOutput<S> } }> {
  const validate: ReturnType<typeof body<S>> = async (c, next) => {
    if (!isJson(c.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
    const input: unknown = await c.req.json().catch(() => refuse({}, variant))
    // valibot would accept a list as an object without keys.
    if (Array.isArray(input)) refuse({}, variant)
    const bodySchema = typeof schema === 'function' ? schema(ctxOf(c), Object(input)) : schema
    c.req.addValidatedData('json', readInput(bodySchema, input, variant) as object)
    await next()
  }
  bodySchemas.set(validate, schema)
  return validate
}

const emptyBody = body(v.strictObject({}))

/**
 * Checks a call that takes no body or an empty object. It also refuses content types other than JSON, so that
 * a form on another site cannot make the call.
 * @throws Problem unsupported_media_type, invalid
 */
export const noBody: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')
  if (type !== undefined && !isJson(type)) throw new Problem('unsupported_media_type')
  return (await c.req.text()) === '' ? next() : emptyBody(c, next)
}

/** Validates the query. @throws Problem invalid */
export function query<S extends Schema>(
  schema: S,
): MiddlewareHandler<object, string, { in: { query: v.InferInput<S> }; out: { query: v.InferOutput<S> } }> {
  return (c, next) => {
    c.req.addValidatedData('query', readInput(schema, c.req.query()) as object)
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
export function readInput<S extends Schema>(
  schema: S,
  input: unknown,
  variant?: RefusalVariant,
): v.InferOutput<S> {
  const validate = () => v.safeParse(schema, input, { message: defaultSentence })
  let validated = validate()
  if (!validated.success && tryFillMissingKeys(validated.issues)) validated = validate()
  if (validated.success) return validated.output
  const fields = fieldErrorsOf(validated.issues.map(correctMissingObject))
  return refuse({ fields }, variant)
}

/**
 * Sets each missing key to undefined, and returns whether there was one. valibot reports a missing key with
 * the sentence of its object, which is about unknown keys, but an undefined value with the sentence of its
 * own rule.
 */
function tryFillMissingKeys(issues: readonly v.BaseIssue<unknown>[]): boolean {
  const missing = issues.flatMap(({ received, path }) => {
    const last = path?.at(-1)
    return received === 'undefined' && last?.type === 'object' && last.origin === 'key' ? [last] : []
  })
  for (const { input, key } of missing) input[key] = undefined
  return missing.length > 0
}

/** Says of a missing object that it is missing, where valibot reports an unknown key. */
function correctMissingObject(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  return issue.received === 'undefined' && issue.message === UNKNOWN_KEY
    ? { ...issue, message: MISSING }
    : issue
}

/** Refuses the call, with the sentence or the code of the variant. @throws Problem */
function refuse(facts: { fields?: Record<string, string> }, variant: RefusalVariant | undefined): never {
  if (typeof variant === 'object') throw new Problem(variant.code, facts)
  throw new Problem('invalid', facts, variant?.(facts.fields ?? {}))
}

/** Returns the sentence for a schema without a message of its own. */
function defaultSentence({ type, expected, received }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' && expected === 'never') return UNKNOWN_KEY
  return received === 'undefined' ? MISSING : 'Bitte prüfen Sie diese Angabe.'
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType)
}
