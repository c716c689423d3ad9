import type { Context } from 'hono'
import type { RelyingParty } from '../../access/webauthn.ts'
import type { Ctx } from '../../ctx.ts'
import { passkeyOrigins } from '../../practice/addresses.ts'
import { readSetting } from '../../practice/settings.ts'
import { passkeyFault } from '../../shared/passkeys.ts'
import { Problem } from '../../shared/problems.ts'

/**
 * Returns the relying party of WebAuthn, with the origin of the page that calls.
 * @throws Problem conflict when passkeys do not work at that origin
 */
export function relyingPartyOf(c: Context, ctx: Ctx): RelyingParty {
  const origin = c.req.header('origin') ?? ''
  const fault = passkeyFault(origin, passkeyOrigins(ctx))
  if (fault !== undefined) throw new Problem('conflict', {}, fault)
  return { origin, id: new URL(origin).hostname, name: readSetting(ctx, 'practice', 'name') || 'Ordi' }
}
