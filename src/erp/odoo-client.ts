import { z } from 'zod'
import { type CallOptions, type JsonAnswer, postGuarded, type Unanswered } from '../access/guarded-call.ts'
import { odooBaseUrl } from './odoo-address.ts'
import { isJson2Refusal, json2ResultOf, parseResult, resultOf, signInResultOf } from './odoo-answers.ts'
import { NO_ODOO, OdooError, statusError, unansweredError, WRONG_LOGIN } from './odoo-faults.ts'

/**
 * This module calls Odoo's external interface. JSON-RPC at `{ODOO_URL}/jsonrpc` serves versions 16 to 21 with
 * password or API key; JSON-2 at `{ODOO_URL}/json/2` is used only if there is no /jsonrpc. The version number
 * is ignored, because forks rename and renumber.
 * https://www.odoo.com/documentation/19.0/developer/reference/external_api.html
 */

/** The saved settings with which Ordi signs in. */
type OdooLogin = Readonly<{ url: string; database: string; user: string; password: string }>

/** Values by the names of fields or arguments. */
type FieldValues = Readonly<Record<string, unknown>>

/** The arguments of a method by name, as JSON-2 takes them. */
type Arguments = FieldValues & {
  /** The ids of the records whose method is called. */
  ids?: readonly number[]
  /** The conditions of a search. */
  domain?: readonly unknown[]
  /** The records to create. */
  vals_list?: readonly FieldValues[]
  /** The values to write. */
  vals?: FieldValues
  context?: FieldValues
}

/** An open connection to an Odoo that has accepted the login. */
export type Odoo = Readonly<{
  driver: 'JSON-RPC' | 'JSON-2'
  /** The version that the server reports; '' if it reports none. */
  version: string
  userId: number
  /**
   * Calls a method of a model. Returns what the schema makes of its result.
   * @throws OdooError
   */
  call<T>(schema: z.ZodType<T>, model: string, method: string, args?: Arguments): Promise<T>
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

const versionSchema = z.object({ server_version: z.string() })
/** The user's id, or false for a wrong login. */
const userIdSchema = z.union([z.int().positive(), z.literal(false)])

/** Posts JSON to a path below the URL of Odoo. */
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
 * Signs in over JSON-RPC.
 * @param versionResult the server's answer to the question for its version
 */
async function openJsonRpc(
  { database, user, password }: OdooLogin,
  post: PostJson,
  versionResult: unknown,
): Promise<Odoo> {
  const version = versionSchema.safeParse(versionResult)
  if (!version.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const credentials = rpcBody('common', 'authenticate', [database, user, password, {}])
  const signIn = userIdSchema.safeParse(signInResultOf(await post('/jsonrpc', credentials)))
  if (!signIn.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const userId = signIn.data
  if (userId === false) throw new OdooError('settings', WRONG_LOGIN)
  return {
    driver: 'JSON-RPC',
    version: version.data.server_version,
    userId,
    async call(schema, model, method, args = {}) {
      const methodCall = [model, method, ...rpcArguments(args)]
      const body = rpcBody('object', 'execute_kw', [database, userId, password, ...methodCall])
      return parseResult(schema, resultOf(await post('/jsonrpc', body)))
    },
  }
}

/**
 * Returns the positional and the named arguments of a method, as JSON-RPC takes them. Odoo documents those by
 * position that models name differently. A single record to create is passed without its list, and Odoo then
 * answers its id without a list (`createdIds`).
 */
function rpcArguments({ ids, domain, vals_list, vals, ...named }: Arguments): [unknown[], FieldValues] {
  const toCreate = vals_list?.length === 1 ? vals_list[0] : vals_list
  return [[ids, domain, toCreate, vals].filter((argument) => argument !== undefined), named]
}

/** Signs in over JSON-2, which takes an API key instead of user and password. */
async function openJson2({ database, password }: OdooLogin, post: PostJson): Promise<Odoo> {
  // The first call is made without the key, which only an Odoo may receive. Odoo answers it with
  // `Unauthorized`.
  const probe = await post('/json/2/res.users/context_get', {})
  if (!probe.answered) throw unansweredError(probe)
  // Another answer is not Odoo's. `openOdoo` has already got a 404 from /jsonrpc, so that is what to report.
  if (!isJson2Refusal(probe)) throw statusError(404)
  const headers = { authorization: `Bearer ${password}`, 'x-odoo-database': database }
  const call: Odoo['call'] = async (schema, model, method, args = {}) =>
    parseResult(schema, json2ResultOf(await post(`/json/2/${model}/${method}`, args, headers)))
  const { uid } = await call(z.object({ uid: z.int().positive() }), 'res.users', 'context_get')
  return { driver: 'JSON-2', version: '', userId: uid, call }
}

/** Returns the body of a call over JSON-RPC. */
function rpcBody(service: 'common' | 'object', method: string, args: readonly unknown[]) {
  return { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } }
}
