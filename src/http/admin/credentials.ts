import { type Context, Hono } from 'hono'
import { replacePassword } from '../../access/admins.ts'
import {
  disableAuthenticatorApp,
  enableAuthenticatorApp,
  prepareAuthenticatorApp,
} from '../../access/factor-changes.ts'
import { confirmPassword } from '../../access/login.ts'
import { hashPassword } from '../../access/passwords.ts'
import { proveSession } from '../../access/sessions.ts'
import type { Ctx } from '../../ctx.ts'
import { readSetting } from '../../practice/settings.ts'
import { passwordChangeSchema } from '../../shared/password.ts'
import { codeSchema, confirmationSchema, proofSchema } from '../../shared/proofs.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import {
  attemptInSession,
  checkOwnPassword,
  confirmIdentity,
  confirmIdentityByPasskey,
} from './identity-confirmation.ts'

/** The field errors when the current password is wrong. */
const WRONG_CURRENT_PASSWORD_ERRORS = { current: 'Das bisherige Passwort stimmt nicht.' }

/**
 * The body of PUT /password. The new password must not contain the admin's e-mail address or the practice's
 * name.
 */
const passwordChangeBody = (ctx: Ctx) =>
  passwordChangeSchema({
    email: ctx.actor.kind === 'admin' ? ctx.actor.email : '',
    practice: readSetting(ctx, 'practice', 'name'),
  })

/**
 * The calls about the admin's own password and authenticator app. Most need the current password and, while a
 * second factor is on, that factor too; a passkey alone is enough for a proof. A new password needs only the
 * current one. The app is switched on with just its first code, because setting it up was already confirmed.
 * A new password, and switching the app on or off, end the admin's other sessions.
 */
export function credentialRoutes({ config }: Deps) {
  return new Hono<AdminEnv>()
    .post('/proof', body(proofSchema), async (c) => {
      const ctx = ctxOf(c)
      const proof = c.req.valid('json')
      if ('passkey' in proof) await confirmIdentityByPasskey(c, config, proof.passkey)
      else await confirmIdentity(c, config, proof)
      return c.json({ until: isoAt(proveSession(ctx, c.get('session'))) })
    })
    .put('/password', body(passwordChangeBody), async (c) => {
      await changePassword(c, config, c.req.valid('json'))
      return c.body(null, 204)
    })
    .post('/second-factor/setup', body(confirmationSchema), async (c) => {
      const ctx = ctxOf(c)
      const { adminId } = c.get('session')
      await confirmIdentity(c, config, c.req.valid('json'))
      return c.json(prepareAuthenticatorApp(ctx, adminId, readSetting(ctx, 'practice', 'name') || 'Ordi'))
    })
    .post('/second-factor/enable', body(codeSchema), (c) => {
      const { adminId, id: sessionId } = c.get('session')
      const { code } = c.req.valid('json')
      const recoveryCodes = enableAuthenticatorApp(ctxOf(c), adminId, {
        code,
        attempt: attemptInSession(c, config),
        keptSessionId: sessionId,
      })
      return c.json({ recovery_codes: recoveryCodes })
    })
    .post('/second-factor/disable', body(confirmationSchema), async (c) => {
      const { adminId, id: sessionId } = c.get('session')
      await confirmIdentity(c, config, c.req.valid('json'))
      disableAuthenticatorApp(ctxOf(c), adminId, sessionId)
      return c.body(null, 204)
    })
}

/**
 * Replaces the admin's own password.
 * @throws Problem invalid when the current password is another one, too_many
 */
async function changePassword(
  c: Context<AdminEnv>,
  config: Deps['config'],
  { current, next }: Readonly<{ current: string; next: string }>,
): Promise<void> {
  const ctx = ctxOf(c)
  const { adminId, id: sessionId } = c.get('session')
  const checkedPassword = await checkOwnPassword(c, config, current)
  // The slow hash comes first, so that nothing else can happen between the confirmation and the change.
  const passwordHash = await hashPassword(next)
  const admin = confirmPassword(ctx, adminId, {
    attempt: attemptInSession(c, config),
    check: checkedPassword,
    fieldErrors: WRONG_CURRENT_PASSWORD_ERRORS,
  })
  replacePassword(ctx, admin, passwordHash, sessionId)
}
