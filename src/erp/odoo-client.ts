import { type CallOptions, postGuarded } from '../access/guarded-call.ts'
import { odooBaseUrl } from './odoo-address.ts'
import type { Odoo, OdooLogin, PostToOdoo } from './odoo-connection.ts'
import { openJsonRpc, postVersionCall } from './odoo-json-rpc.ts'
import { openJson2 } from './odoo-json2.ts'

/** Milliseconds for one call. The first call after Odoo has started takes more than one second. */
const TIMEOUT_MS = 15_000

/**
 * Connects and signs in. JSON-2 is used only if there is no JSON-RPC, which more versions serve. The password
 * is sent only to a server that has answered like Odoo.
 * https://www.odoo.com/documentation/19.0/developer/reference/external_api.html
 * @param guard decides which URLs may be called; its `signal` aborts all calls, and each call also has
 * its own time-out
 * @throws OdooError
 */
export async function openOdoo(
  login: OdooLogin,
  guard: Omit<CallOptions, 'signal'> & { signal?: AbortSignal },
): Promise<Odoo> {
  const base = odooBaseUrl(login.url)
  const post: PostToOdoo = (path, body, headers = {}) => {
    const timeOut = AbortSignal.timeout(TIMEOUT_MS)
    const signal = guard.signal === undefined ? timeOut : AbortSignal.any([timeOut, guard.signal])
    return postGuarded(`${base}${path}`, body, { ...guard, headers, signal })
  }
  // The version does not decide, because forks rename and renumber.
  const versionAnswer = await postVersionCall(post)
  const lacksJsonRpc = versionAnswer.answered && versionAnswer.status === 404
  return lacksJsonRpc ? openJson2(login, post) : openJsonRpc(login, post, versionAnswer)
}
