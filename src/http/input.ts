import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import type { Ctx } from '../ctx.ts'
import { fieldErrorsOf, UNKNOWN_KEY } from '../shared/field-errors.ts'
import { Problem } from '../shared/problems.ts'
import { ctxOf, type Env } from './deps.ts'

/** A schema that is read whole and synchronously. */
type Schema = v.GenericSchema<unknown, unknown>

/** What a refused input is told as a whole, where it is not `invalid`'s own sentence. */
type Sentence = string | ((fields: Readonly<Record<string, string>>) => string | undefined)

/**
 * The JSON body by its schema, typed for the door and for the client. Only `application/json` is read, so that
 * no form of a foreign page can send one.
 * @param schema may depend on what is stored
 * @throws Problem unsupported_media_type, invalid
 */
export function body<S extends Schema>(
  schema: S | ((ctx: Ctx) => S),
  sentence?: Sentence,
): MiddlewareHandler<Env, string, { in: { json: v.InferInput<S> }; out: { json: v.InferOutput<S> } }> {
  return async (c, next) => {
    if (!isJson(c.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
    const sent: unknown = await c.req.json().catch(() => refuse({}, sentence))
    // To valibot a list is an object without keys.
    if (Array.isArray(sent)) refuse({}, sentence)
    const chosen = typeof schema === 'function' ? schema(ctxOf(c)) : schema
    c.req.addValidatedData('json', read(chosen, sent, sentence) as object)
    await next()
  }
}

/**
 * For calls whose address says it all: nothing has to be sent, but what is sent is JSON.
 * @throws Problem unsupported_media_type
 */
export const noBody: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')
  if (type !== undefined && !isJson(type)) throw new Problem('unsupported_media_type')
  await next()
}

/** The query by its schema. @throws Problem invalid */
export function query<S extends Schema>(
  schema: S,
): MiddlewareHandler<object, string, { in: { query: v.InferInput<S> }; out: { query: v.InferOutput<S> } }> {
  return (c, next) => {
    c.req.addValidatedData('query', read(schema, c.req.query()) as object)
    return next()
  }
}

/** The sentences of all faulty fields in one line, as the admin's forms show them (specification, section 5). */
export function everyFault(fields: Readonly<Record<string, string>>): string | undefined {
  return [...new Set(Object.values(fields))].join(' ') || undefined
}

/** @throws Problem invalid with a sentence for each faulty field */
export function read<S extends Schema>(schema: S, sent: unknown, sentence?: Sentence): v.InferOutput<S> {
  const result = v.safeParse(schema, sent, { message: plainSentence })
  if (result.success) return result.output
  return refuse({ fields: fieldErrorsOf(result.issues) }, sentence)
}

function refuse(facts: { fields?: Record<string, string> }, sentence: Sentence | undefined): never {
  throw new Problem(
    'invalid',
    facts,
    typeof sentence === 'function' ? sentence(facts.fields ?? {}) : sentence,
  )
}

/** For what the schema itself has no sentence for. */
function plainSentence({ type, expected, received }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' && expected === 'never') return UNKNOWN_KEY
  return received === 'undefined' ? 'Diese Angabe fehlt.' : 'Bitte prüfen Sie diese Angabe.'
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType)
}
