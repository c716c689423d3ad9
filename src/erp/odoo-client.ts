import { z } from 'zod'
import { type CallOptions, type JsonAnswer, postGuarded, type Unanswered } from '../access/guarded-call.ts'
import {
  DATABASE_AWAY,
  exceptionError,
  MISSING_MODEL,
  NO_ODOO,
  OdooError,
  statusError,
  unansweredError,
  WRONG_LOGIN,
} from './odoo-faults.ts'

/**
 * This module calls Odoo's external interface. JSON-RPC at `{ODOO_URL}/jsonrpc` serves versions 16 to 21 with
 * password or API key; JSON-2 at `{ODOO_URL}/json/2` is used only if there is no /jsonrpc. The version number
 * is ignored, because forks rename and renumber.
 * https://www.odoo.com/documentation/19.0/developer/reference/external_api.html
 */

type OdooLogin = Readonly<{ url: string; db: string; user: string; password: string }>

type FieldValues = Readonly<Record<string, unknown>>

/** The arguments of a method by name, as JSON-2 takes them. A method on records takes their ids in `ids`. */
type Arguments = FieldValues & { ids?: readonly number[]; context?: FieldValues }

/** An open connection to an Odoo that has accepted the login. */
export type Odoo = Readonly<{
  driver: 'JSON-RPC' | 'JSON-2'
  /** The version that the server reports; '' if it reports none. */
  version: string
  userId: number
  /**
   * Calls a method of a model.
   * @throws OdooError
   */
  call<T>(answer: z.ZodType<T>, model: string, method: string, args?: Arguments): Promise<T>
}>

/** Milliseconds for one call. The first call after Odoo has started takes more than one second. */
const TIMEOUT_MS = 15_000

/** With this context Odoo sends no e-mail and writes nothing about the patient into its own fields. */
export const QUIET_CONTEXT = {
  no_mail_to_attendees: true,
  dont_notify: true,
  mail_create_nolog: true,
  mail_create_nosubscribe: true,
  mail_notrack: true,
  tracking_disable: true,
  calendar_no_videocall: true,
  skip_contact_description: true,
}

const rpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ data: z.object({ name: z.string(), message: z.string().optional() }) }).optional(),
})
const json2Error = z.object({ name: z.string(), message: z.string().optional() })
const versionAnswer = z.object({ server_version: z.string() })
/** The user's id, or false for a wrong login. */
const signInAnswer = z.union([z.int().positive(), z.literal(false)])

type PostJson = (
  path: string,
  body: unknown,
  headers?: Record<string, string>,
) => Promise<JsonAnswer | Unanswered>

/**
 * Connects and signs in. The password is sent only to a server that has answered like Odoo.
 * @param guard decides which URLs may be called; its `signal` aborts all calls, and each call also has
 * its own time-out
 * @throws OdooError
 */
export async function openOdoo(
  login: OdooLogin,
  guard: Omit<CallOptions, 'signal'> & { signal?: AbortSignal },
): Promise<Odoo> {
  const base = odooBaseUrl(login.url)
  const post: PostJson = (path, body, headers = {}) => {
    const timeOut = AbortSignal.timeout(TIMEOUT_MS)
    const signal = guard.signal === undefined ? timeOut : AbortSignal.any([timeOut, guard.signal])
    return postGuarded(`${base}${path}`, body, { ...guard, headers, signal })
  }
  const probe = await post('/jsonrpc', rpcBody('common', 'version', []))
  const hasJsonRpc = !(probe.answered && probe.status === 404)
  return hasJsonRpc ? openJsonRpc(login, post, resultOf(probe)) : openJson2(login, post)
}

/**
 * Returns the URL without query, fragment and the path of an Odoo page, because URLs are often
 * copied from the browser: `https://praxis.example/erp` for `https://praxis.example/erp/web/login?db=praxis`.
 */
export function odooBaseUrl(typed: string): string {
  return (
    typed
      .replace(/[?#].*$/, '')
      // Odoo's pages begin with the first `/odoo` or `/web` in the path, which may follow the server's own
      // path.
      .replace(/(?<=:\/\/[^/]+)((?:\/[^/]+)*?)\/(?:odoo|web)(?:\/.*)?$/, '$1')
      .replace(/\/+$/, '')
  )
}

/**
 * Signs in over JSON-RPC.
 * @param versionResult the server's answer to the question for its version
 */
async function openJsonRpc(
  { db, user, password }: OdooLogin,
  post: PostJson,
  versionResult: unknown,
): Promise<Odoo> {
  const version = versionAnswer.safeParse(versionResult)
  if (!version.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const credentials = rpcBody('common', 'authenticate', [db, user, password, {}])
  const signIn = signInAnswer.safeParse(signInResultOf(await post('/jsonrpc', credentials)))
  if (!signIn.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const userId = signIn.data
  if (userId === false) throw new OdooError('settings', WRONG_LOGIN)
  return {
    driver: 'JSON-RPC',
    version: version.data.server_version,
    userId,
    async call(answer, model, method, args = {}) {
      const { ids, domain, vals_list: records, vals: written, ...named } = args
      const created = Array.isArray(records) && records.length === 1 ? records[0] : records
      // These arguments are passed by position, as Odoo documents them for JSON-RPC, because models name them
      // differently.
      const positional = [ids, domain, created, written].filter((argument) => argument !== undefined)
      const body = rpcBody('object', 'execute_kw', [db, userId, password, model, method, positional, named])
      return parseAnswer(answer, resultOf(await post('/jsonrpc', body)))
    },
  }
}

/** Signs in over JSON-2, which takes an API key instead of user and password. */
async function openJson2({ db, password }: OdooLogin, post: PostJson): Promise<Odoo> {
  // The first call is made without the key, which only an Odoo may receive. Odoo answers it with
  // `Unauthorized`.
  const probe = await post('/json/2/res.users/context_get', {})
  if (!probe.answered) throw unansweredError(probe)
  const { data: refusal } = json2Error.safeParse(probe.json)
  const isOdoo = refusal !== undefined && /\bUnauthorized$/.test(refusal.name)
  if (!isOdoo) throw statusError(404)
  const headers = { authorization: `Bearer ${password}`, 'x-odoo-database': db }
  const call: Odoo['call'] = async (answer, model, method, args = {}) =>
    parseAnswer(answer, json2ResultOf(await post(`/json/2/${model}/${method}`, args, headers)))
  const { uid } = await call(z.object({ uid: z.int().positive() }), 'res.users', 'context_get')
  return { driver: 'JSON-2', version: '', userId: uid, call }
}

function rpcBody(service: 'common' | 'object', method: string, args: readonly unknown[]) {
  return { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } }
}

/** Reads the result of the sign-in, and reports a database that cannot be reached as misspelt. */
function signInResultOf(answer: JsonAnswer | Unanswered): unknown {
  try {
    return resultOf(answer)
  } catch (error) {
    const isUnknownDatabase = error instanceof OdooError && error.message === DATABASE_AWAY
    throw isUnknownDatabase ? new OdooError('settings', 'Odoo kennt die Datenbank ODOO_DB nicht.') : error
  }
}

/**
 * Reads the result of a call. Odoo reports errors with status 200; any other status comes from a proxy or
 * another server.
 */
function resultOf(answer: JsonAnswer | Unanswered): unknown {
  if (!answer.answered) throw unansweredError(answer)
  if (answer.status !== 200) throw statusError(answer.status)
  const read = rpcAnswer.safeParse(answer.json)
  if (!read.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const { result, error } = read.data
  if (error !== undefined) throw exceptionError(error.data.name, error.data.message)
  return result
}

/** Reads the result of a call over JSON-2, where the status distinguishes success from errors. */
function json2ResultOf(answer: JsonAnswer | Unanswered): unknown {
  if (!answer.answered) throw unansweredError(answer)
  if (answer.status === 200) return answer.json
  const { data: error } = json2Error.safeParse(answer.json)
  if (error === undefined) throw statusError(answer.status)
  // A 404 without a missing record means that the path or the model is unknown.
  if (answer.status === 404 && !/MissingError$/.test(error.name)) throw new OdooError(...MISSING_MODEL)
  throw exceptionError(error.name, error.message)
}

function parseAnswer<T>(answer: z.ZodType<T>, result: unknown): T {
  const read = answer.safeParse(result)
  if (!read.success) throw new OdooError('permanent', 'Die Antwort von Odoo ist nicht verständlich.')
  return read.data
}
