import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Ctx } from '../ctx.ts'
import { fieldErrorsOf, UNKNOWN_KEY } from '../shared/field-errors.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { ctxOf, type Env } from './deps.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** The message of the Problem, unless it is the one of `invalid`, or its code. A function makes it from the field errors. */
type Message =
  | string
  | ((fields: Readonly<Record<string, string>>) => string | undefined)
  | Readonly<{ code: ProblemCode }>

/**
 * Validates the JSON body. Accepts only `application/json`, which a form of another site cannot send.
 * @param schema or a function that makes it from stored data
 * @throws Problem unsupported_media_type, invalid
 */
export function body<S extends Schema>(
  schema: S | ((ctx: Ctx) => S),
  message?: Message,
): MiddlewareHandler<Env, string, { in: { json: v.InferInput<S> }; out: { json: v.InferOutput<S> } }> {
  return async (c, next) => {
    if (!isJson(c.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
    const sent: unknown = await c.req.json().catch(() => refuse({}, message))
    // valibot accepts a list as an object without keys.
    if (Array.isArray(sent)) refuse({}, message)
    const chosen = typeof schema === 'function' ? schema(ctxOf(c)) : schema
    c.req.addValidatedData('json', read(chosen, sent, message) as object)
    await next()
  }
}

/**
 * For calls without a body. A content type other than JSON is refused, as in `body`.
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

/** All field errors in one line, which the admin's forms show. */
export function joinFieldErrors(fields: Readonly<Record<string, string>>): string | undefined {
  return [...new Set(Object.values(fields))].join(' ') || undefined
}

/** @throws Problem invalid with the field errors */
export function read<S extends Schema>(schema: S, sent: unknown, message?: Message): v.InferOutput<S> {
  const result = v.safeParse(schema, sent, { message: defaultMessage })
  if (result.success) return result.output
  return refuse({ fields: fieldErrorsOf(result.issues) }, message)
}

function refuse(facts: { fields?: Record<string, string> }, message: Message | undefined): never {
  if (typeof message === 'object') throw new Problem(message.code, facts)
  throw new Problem('invalid', facts, typeof message === 'function' ? message(facts.fields ?? {}) : message)
}

/** For schemas without a message of their own. */
function defaultMessage({ type, expected, received }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' && expected === 'never') return UNKNOWN_KEY
  return received === 'undefined' ? 'Diese Angabe fehlt.' : 'Bitte prüfen Sie diese Angabe.'
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType)
}
