import { z } from 'zod'
import { isJson2Refusal, json2ResultOf, parseResult } from './odoo-answers.ts'
import type { Odoo, OdooLogin, PostToOdoo } from './odoo-connection.ts'
import { statusError, unansweredError } from './odoo-faults.ts'

/** This module calls Odoo over JSON-2, at `{ODOO_URL}/json/2`, whose calls name all their arguments. */

/**
 * Signs in over JSON-2, which takes an API key instead of user and password.
 * @throws OdooError
 */
export async function openJson2({ database, password }: OdooLogin, post: PostToOdoo): Promise<Odoo> {
  // The first call is made without the key, which only an Odoo may receive. Odoo answers it with
  // `Unauthorized`.
  const refusal = await post('/json/2/res.users/context_get', {})
  if (!refusal.answered) throw unansweredError(refusal)
  // Another answer is not Odoo's. Its /jsonrpc does not exist either, so the address is wrong.
  if (!isJson2Refusal(refusal)) throw statusError(404)
  const headers = { authorization: `Bearer ${password}`, 'x-odoo-database': database }
  const call: Odoo['call'] = async (schema, { model, method, args = {} }) =>
    parseResult(schema, json2ResultOf(await post(`/json/2/${model}/${method}`, args, headers)))
  const userSchema = z.object({ uid: z.int().positive() })
  const { uid } = await call(userSchema, { model: 'res.users', method: 'context_get' })
  return { driver: 'JSON-2', version: '', userId: uid, call }
}
