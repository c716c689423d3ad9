import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { faultsOf, UNKNOWN_KEY } from '../rules/faults.ts'
import { Problem } from '../rules/problems.ts'

/** A schema that is read whole and synchronously. */
type Schema = v.GenericSchema<unknown, unknown>

/**
 * The JSON body by its schema, typed for the door and for the client. Only `application/json` is read, so that
 * no form of a foreign page can send one.
 * @param sentence what a refused body is told as a whole, where the specification has words for it
 * @throws Problem unsupported_media_type, invalid
 */
export function body<S extends Schema>(
  schema: S,
  sentence?: string,
): MiddlewareHandler<object, string, { in: { json: v.InferInput<S> }; out: { json: v.InferOutput<S> } }> {
  return async (c, next) => {
    if (!isJson(c.req.header('content-type') ?? '')) throw new Problem('unsupported_media_type')
    const sent: unknown = await c.req.json().catch(() => {
      throw new Problem('invalid', {}, sentence)
    })
    c.req.addValidatedData('json', read(schema, sent, sentence) as object)
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
  return async (c, next) => {
    c.req.addValidatedData('query', read(schema, c.req.query()) as object)
    await next()
  }
}

/** @throws Problem invalid with a sentence for each faulty field; where there is only one, that is the message too */
export function read<S extends Schema>(schema: S, sent: unknown, sentence?: string): v.InferOutput<S> {
  const result = v.safeParse(schema, sent, { message: plainSentence })
  if (result.success) return result.output
  throw new Problem('invalid', { fields: faultsOf(result.issues) }, sentence)
}

/** For what the schema itself has no sentence for. */
function plainSentence({ type, expected, received }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' && expected === 'never') return UNKNOWN_KEY
  return received === 'undefined' ? 'Diese Angabe fehlt.' : 'Bitte prüfen Sie diese Angabe.'
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType)
}
