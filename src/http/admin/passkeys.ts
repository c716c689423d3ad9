import { Hono } from 'hono'
import { getAdmin } from '../../access/admins.ts'
import { addPasskey, removePasskey } from '../../access/factor-changes.ts'
import { listPasskeys } from '../../access/passkeys.ts'
import { checkNewPasskey, creationOptions, requestOptions } from '../../access/webauthn.ts'
import type { Passkey } from '../../db/schema.ts'
import { passkeyOrigins } from '../../practice/addresses.ts'
import { newPasskeySchema } from '../../shared/passkeys.ts'
import { confirmationSchema } from '../../shared/proofs.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { challengeUseInSession, confirmIdentity } from './identity-confirmation.ts'
import { relyingPartyOf } from './relying-party.ts'

/**
 * The calls about the admin's own passkeys. Every change needs the current password and, while a second
 * factor is on, that factor too. A new passkey needs them when its options are requested, so that the browser
 * creates none in vain. A change ends the admin's other sessions.
 */
export function passkeyRoutes({ config }: Deps) {
  return new Hono<AdminEnv>()
    .get('/account/passkeys', (c) => {
      const ctx = ctxOf(c)
      return c.json({
        origins: passkeyOrigins(ctx),
        passkeys: listPasskeys(ctx, c.get('session').adminId).map(passkeyRow),
      })
    })
    .post('/account/passkeys/challenge', noBody, (c) => {
      const ctx = ctxOf(c)
      const { adminId } = c.get('session')
      return c.json(requestOptions(ctx, challengeUseInSession(c, 'confirm'), relyingPartyOf(c, ctx), adminId))
    })
    .post('/account/passkeys/options', body(confirmationSchema), async (c) => {
      const ctx = ctxOf(c)
      // A page at whose origin passkeys do not work is refused before the password is checked.
      const relyingParty = relyingPartyOf(c, ctx)
      await confirmIdentity(c, config, c.req.valid('json'))
      const admin = getAdmin(ctx, c.get('session').adminId)
      return c.json(creationOptions(ctx, challengeUseInSession(c, 'add'), relyingParty, admin))
    })
    .post('/account/passkeys', body(newPasskeySchema), async (c) => {
      const ctx = ctxOf(c)
      const { adminId, id: sessionId } = c.get('session')
      const { name, credential } = c.req.valid('json')
      const passkey = await checkNewPasskey(
        ctx,
        challengeUseInSession(c, 'add'),
        relyingPartyOf(c, ctx),
        credential,
      )
      const recoveryCodes = addPasskey(ctx, adminId, { name, passkey, keptSessionId: sessionId })
      return c.json({ recovery_codes: recoveryCodes }, 201)
    })
    .post('/account/passkeys/:id/remove', body(confirmationSchema), async (c) => {
      const { adminId, id: sessionId } = c.get('session')
      await confirmIdentity(c, config, c.req.valid('json'))
      removePasskey(ctxOf(c), adminId, { passkeyId: Number(c.req.param('id')), keptSessionId: sessionId })
      return c.body(null, 204)
    })
}

function passkeyRow({ id, name, createdAt, usedAt }: Passkey) {
  return { id, name, created_at: isoAt(createdAt), used_at: isoOrNull(usedAt) }
}
