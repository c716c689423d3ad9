import { z } from 'zod'
import type { JsonAnswer, Unanswered } from '../access/guarded-call.ts'
import {
  DATABASE_AWAY,
  exceptionError,
  MISSING_MODEL,
  NO_ODOO,
  OdooError,
  statusError,
  unansweredError,
} from './odoo-faults.ts'

/** This module reads the answers of Odoo, and throws an OdooError for a call that has failed. */

/** The answer over JSON-RPC: the result, or the exception that Odoo has raised. */
const rpcAnswerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ data: z.object({ name: z.string(), message: z.string().optional() }) }).optional(),
})
/** The exception in an answer over JSON-2. */
const json2ErrorSchema = z.object({ name: z.string(), message: z.string().optional() })

/**
 * Reads the result of a call over JSON-RPC. Odoo reports errors with status 200; any other status comes from
 * a proxy or another server.
 * @throws OdooError
 */
export function resultOf(answer: JsonAnswer | Unanswered): unknown {
  if (!answer.answered) throw unansweredError(answer)
  if (answer.status !== 200) throw statusError(answer.status)
  const parsed = rpcAnswerSchema.safeParse(answer.json)
  if (!parsed.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const { result, error } = parsed.data
  if (error !== undefined) throw exceptionError(error.data.name, error.data.message)
  return result
}

/**
 * Reads the result of the sign-in, and reports a database that cannot be reached as misspelt.
 * @throws OdooError
 */
export function signInResultOf(answer: JsonAnswer | Unanswered): unknown {
  try {
    return resultOf(answer)
  } catch (error) {
    const isUnknownDatabase = error instanceof OdooError && error.message === DATABASE_AWAY
    throw isUnknownDatabase ? new OdooError('settings', 'Odoo kennt die Datenbank ODOO_DB nicht.') : error
  }
}

/**
 * Reads the result of a call over JSON-2, where the status distinguishes success from errors.
 * @throws OdooError
 */
export function json2ResultOf(answer: JsonAnswer | Unanswered): unknown {
  if (!answer.answered) throw unansweredError(answer)
  if (answer.status === 200) return answer.json
  const { data: error } = json2ErrorSchema.safeParse(answer.json)
  if (error === undefined) throw statusError(answer.status)
  // A 404 without a missing record means that the path or the model is unknown.
  if (answer.status === 404 && !/MissingError$/.test(error.name)) throw new OdooError(...MISSING_MODEL)
  throw exceptionError(error.name, error.message)
}

/** Returns whether this is the answer of Odoo to a call over JSON-2 without a key. */
export function isJson2Refusal({ json }: JsonAnswer): boolean {
  const { data: refusal } = json2ErrorSchema.safeParse(json)
  return refusal !== undefined && /\bUnauthorized$/.test(refusal.name)
}

/** Parses the result of a call. @throws OdooError if it does not have the expected form */
export function parseResult<T>(schema: z.ZodType<T>, result: unknown): T {
  const parsed = schema.safeParse(result)
  if (!parsed.success) throw new OdooError('permanent', 'Die Antwort von Odoo ist nicht verständlich.')
  return parsed.data
}
