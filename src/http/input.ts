import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Ctx } from '../ctx.ts'
import type { FieldErrors } from '../shared/field-errors.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { ctxOf, type Env } from './deps.ts'
import { type Schema, validate } from './validation.ts'

/** Says how the refusal of invalid input differs from the usual one, which is `invalid`. */
type RefusalOptions = Readonly<{
  code?: ProblemCode
  /** Returns the sentence for these field errors; undefined for the usual one. */
  sentenceOf?: (fields: FieldErrors) => string | undefined
}>

/** A schema, or a function that returns it for stored data and the names in the body. */
type BodySchema<S extends Schema> = S | ((ctx: Ctx, input: object) => S)

/** The schemas of bodies by the handlers that check them, so that tests can send each field of a call. */
export const bodySchemas = new WeakMap<MiddlewareHandler, BodySchema<Schema>>()

type BodyHandler<S extends Schema> = MiddlewareHandler<
  Env,
  string,
  { in: { json: v.InferInput<S> }; out: { json: v.InferOutput<S> } }
>

/**
 * Validates the JSON body. Accepts only `application/json`, which a form on another site cannot send.
 * @throws Problem unsupported_media_type, invalid
 */
export function body<S extends Schema>(schema: BodySchema<S>, options?: RefusalOptions): BodyHandler<S> {
  const handler: BodyHandler<S> = async (c, next) => {
    if (!isJson(c.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
    const input: unknown = await c.req.json().catch(() => refuse({}, options))
    // valibot would accept a list as an object without keys.
    if (Array.isArray(input)) refuse({}, options)
    // A body such as `7` or `null` has no names.
    const bodySchema = typeof schema === 'function' ? schema(ctxOf(c), Object(input)) : schema
    c.req.addValidatedData('json', readInput(bodySchema, input, options) as object)
    await next()
  }
  bodySchemas.set(handler, schema)
  return handler
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

/** The refusal that the admin's forms show: its sentence is the distinct field errors in one line. */
export const WITH_FIELD_ERRORS: RefusalOptions = {
  sentenceOf: (fields) => [...new Set(Object.values(fields))].join(' ') || undefined,
}

/**
 * Validates what a caller sent, and returns what the schema makes of it.
 * @throws Problem invalid with the field errors
 */
export function readInput<S extends Schema>(
  schema: S,
  input: unknown,
  options?: RefusalOptions,
): v.InferOutput<S> {
  const { output, errors } = validate(schema, input)
  return errors === undefined ? output : refuse({ fields: errors }, options)
}

/** Refuses the call. The facts have no fields if the body is no JSON object. @throws Problem */
function refuse(
  facts: { fields?: FieldErrors },
  { code = 'invalid', sentenceOf }: RefusalOptions = {},
): never {
  throw new Problem(code, facts, sentenceOf?.(facts.fields ?? {}))
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType)
}
