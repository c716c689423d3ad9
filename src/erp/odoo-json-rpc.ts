import { z } from 'zod'
import type { JsonAnswer, Unanswered } from '../access/guarded-call.ts'
import { parseResult, resultOf, signInResultOf } from './odoo-answers.ts'
import type { NamedValues, Odoo, OdooArguments, OdooLogin, PostToOdoo } from './odoo-connection.ts'
import { NO_ODOO, OdooError, WRONG_LOGIN } from './odoo-faults.ts'

/**
 * This module calls Odoo over JSON-RPC, at `{ODOO_URL}/jsonrpc`. Versions 16 to 21 serve it, and take a
 * password or an API key.
 */

const PATH = '/jsonrpc'

/** The answer to the question for the version. */
const versionSchema = z.object({ server_version: z.string() })
/** The user's id, or false for a wrong login. */
const userIdSchema = z.union([z.int().positive(), z.literal(false)])

/** Asks a server for its version, which needs no login. */
export function postVersionCall(post: PostToOdoo): Promise<JsonAnswer | Unanswered> {
  return post(PATH, rpcBody('common', 'version', []))
}

/**
 * Signs in over JSON-RPC.
 * @param versionAnswer the server's answer to `postVersionCall`
 * @throws OdooError
 */
export async function openJsonRpc(
  { database, user, password }: OdooLogin,
  post: PostToOdoo,
  versionAnswer: JsonAnswer | Unanswered,
): Promise<Odoo> {
  const version = versionSchema.safeParse(resultOf(versionAnswer))
  if (!version.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const signIn = rpcBody('common', 'authenticate', [database, user, password, {}])
  const userIdOrFalse = userIdSchema.safeParse(signInResultOf(await post(PATH, signIn)))
  if (!userIdOrFalse.success) throw new OdooError('settings', `${NO_ODOO}.`)
  const userId = userIdOrFalse.data
  if (userId === false) throw new OdooError('settings', WRONG_LOGIN)
  return {
    driver: 'JSON-RPC',
    version: version.data.server_version,
    userId,
    async call(schema, { model, method, args = {} }) {
      const methodAndArguments = [model, method, ...rpcArguments(args)]
      const body = rpcBody('object', 'execute_kw', [database, userId, password, ...methodAndArguments])
      return parseResult(schema, resultOf(await post(PATH, body)))
    },
  }
}

/**
 * Returns the positional and the named arguments of a method, as JSON-RPC takes them. The first four go by
 * position, because models name them differently: the values that `write` takes are `vals` in one model, and
 * `values` in another. A single record to create is passed without its list, and Odoo then answers its id
 * without a list (`createdIds`).
 */
function rpcArguments({ ids, domain, vals_list, vals, ...named }: OdooArguments): [unknown[], NamedValues] {
  const toCreate = vals_list?.length === 1 ? vals_list[0] : vals_list
  const positional = [ids, domain, toCreate, vals].filter((argument) => argument !== undefined)
  return [positional, named]
}

/** Returns the body of a call. */
function rpcBody(service: 'common' | 'object', method: string, args: readonly unknown[]) {
  return { jsonrpc: '2.0', method: 'call', id: 1, params: { service, method, args } }
}
