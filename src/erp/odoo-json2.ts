import { z } from 'zod'
import { isJson2Refusal, json2ResultOf, parseResult } from './odoo-answers.ts'
import type { Odoo, OdooLogin, PostToOdoo } from './odoo-connection.ts'
import { statusError, unansweredError } from './odoo-faults.ts'

/** This module calls Odoo over JSON-2, at `{ODOO_URL}/json/2`, whose calls name all their arguments. */

/** The status that JSON-RPC was answered with, at a server where JSON-2 is tried. */
const JSON_RPC_STATUS = 404

/**
 * Signs in over JSON-2, which takes an API key instead of user and password.
 * @throws OdooError
 */
export async function openJson2({ database, password }: OdooLogin, post: PostToOdoo): Promise<Odoo> {
  // The first call is made without the key, which only an Odoo may receive. Odoo refuses it with
  // `Unauthorized`.
  const firstAnswer = await post('/json/2/res.users/context_get', {})
  if (!firstAnswer.answered) throw unansweredError(firstAnswer)
  // JSON-2 is only tried after the server has answered 404 to JSON-RPC (`openOdoo`). If it does not refuse
  // this call like an Odoo either, ODOO_URL is wrong, which the sentence about that 404 says.
  if (!isJson2Refusal(firstAnswer)) throw statusError(JSON_RPC_STATUS)
  const headers = { authorization: `Bearer ${password}`, 'x-odoo-database': database }
  const call: Odoo['call'] = async (schema, { model, method, args = {} }) =>
    parseResult(schema, json2ResultOf(await post(`/json/2/${model}/${method}`, args, headers)))
  const userSchema = z.object({ uid: z.int().positive() })
  const { uid } = await call(userSchema, { model: 'res.users', method: 'context_get' })
  // Over JSON-2, the portal reads no version.
  return { driver: 'JSON-2', version: '', userId: uid, call }
}
