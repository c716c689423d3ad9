import { type Context, Hono } from 'hono'
import { getAdmin, replacePassword } from '../../access/admins.ts'
import { confirmPassword } from '../../access/login.ts'
import { assertLoginAllowed, type LoginAttempt } from '../../access/login-limits.ts'
import { listPasskeys } from '../../access/passkeys.ts'
import { checkPassword, hashPassword, type PasswordCheck } from '../../access/passwords.ts'
import {
  addPasskey,
  confirmFactor,
  disableApp,
  enableApp,
  prepareApp,
  removePasskey,
} from '../../access/second-factor.ts'
import { proveSession } from '../../access/sessions.ts'
import {
  checkNewPasskey,
  checkPasskey,
  creationOptions,
  requestOptions,
  type Use,
} from '../../access/webauthn.ts'
import type { Ctx } from '../../ctx.ts'
import { passkeyOrigins } from '../../practice/addresses.ts'
import { readSetting } from '../../practice/settings.ts'
import { newPasskeySchema, type PasskeyAnswer } from '../../shared/passkeys.ts'
import {
  type Confirmation,
  codeSchema,
  confirmationSchema,
  passwordChangeSchema,
  proofSchema,
} from '../../shared/password.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body, noBody } from '../input.ts'
import { originFingerprint } from '../origin.ts'
import type { AdminEnv } from './guard.ts'
import { relyingPartyOf } from './relying-party.ts'

const WRONG_CURRENT = { current: 'Das bisherige Passwort stimmt nicht.' }
const NO_PASSKEY = { code: 'Dieser Zugang hat keinen Passkey.' }
const WRONG_PASSWORD = { password: 'Das Passwort stimmt nicht.' }

/**
 * The body of PUT /password. The new password must not contain the admin's address or the practice's name.
 */
const passwordChange = (ctx: Ctx) =>
  passwordChangeSchema({
    email: ctx.actor.kind === 'admin' ? ctx.actor.email : '',
    practice: readSetting(ctx, 'practice', 'name'),
  })

/**
 * The calls about the admin's own password and second factors. Every change needs the current password and,
 * while a second factor is on, that factor too. It ends the admin's other sessions.
 */
export function credentialRoutes({ config }: Deps) {
  const attemptOf = (c: Context<AdminEnv>): LoginAttempt => ({
    email: c.get('session').email,
    origin: originFingerprint(c, config),
    browser: `session ${c.get('session').id}`,
  })
  const checkCurrent = (c: Context<AdminEnv>, password: string): Promise<PasswordCheck> => {
    assertLoginAllowed(ctxOf(c), attemptOf(c))
    return checkPassword(getAdmin(ctxOf(c), c.get('session').adminId).passwordHash, password, true)
  }
  /** @throws Problem invalid, too_many */
  const confirmWithPasskey = async (c: Context<AdminEnv>, passkey: PasskeyAnswer): Promise<void> => {
    const ctx = ctxOf(c)
    const { adminId } = c.get('session')
    const checked = await checkPasskey(ctx, challengeUse(c, 'confirm'), relyingPartyOf(c, ctx), passkey)
    // Without any second factor there is nothing that confirmFactor would refuse.
    if (listPasskeys(ctx, adminId).length === 0) throw new Problem('invalid', { fields: NO_PASSKEY })
    confirmFactor(ctx, adminId, { code: '', passkey: checked ?? 'wrong' }, attemptOf(c))
  }
  /** @throws Problem invalid, too_many */
  const confirm = async (c: Context<AdminEnv>, { password, code, passkey }: Confirmation): Promise<void> => {
    const ctx = ctxOf(c)
    const { adminId } = c.get('session')
    const check = await checkCurrent(c, password)
    confirmPassword(ctx, adminId, { attempt: attemptOf(c), check, fieldErrors: WRONG_PASSWORD })
    const checked =
      passkey &&
      ((await checkPasskey(ctx, challengeUse(c, 'confirm'), relyingPartyOf(c, ctx), passkey)) ?? 'wrong')
    confirmFactor(ctx, adminId, { code, passkey: checked }, attemptOf(c))
  }
  return new Hono<AdminEnv>()
    .post('/proof', body(proofSchema), async (c) => {
      const ctx = ctxOf(c)
      const sent = c.req.valid('json')
      if ('passkey' in sent) await confirmWithPasskey(c, sent.passkey)
      else await confirm(c, sent)
      return c.json({ until: isoAt(proveSession(ctx, c.get('session'))) })
    })
    .put('/password', body(passwordChange), async (c) => {
      const ctx = ctxOf(c)
      const { adminId, id } = c.get('session')
      const { current, next } = c.req.valid('json')
      const checked = await checkCurrent(c, current)
      const passwordHash = checked.right ? await hashPassword(next) : ''
      const confirmation = { attempt: attemptOf(c), check: checked, fieldErrors: WRONG_CURRENT }
      const admin = confirmPassword(ctx, adminId, confirmation)
      replacePassword(ctx, admin, passwordHash, id)
      return c.body(null, 204)
    })
    .post('/second-factor/setup', body(confirmationSchema), async (c) => {
      const ctx = ctxOf(c)
      const { adminId } = c.get('session')
      await confirm(c, c.req.valid('json'))
      return c.json(prepareApp(ctx, adminId, readSetting(ctx, 'practice', 'name') || 'Ordi'))
    })
    .post('/second-factor/enable', body(codeSchema), (c) => {
      const { adminId, id } = c.get('session')
      const { code } = c.req.valid('json')
      const codes = enableApp(ctxOf(c), adminId, { code, attempt: attemptOf(c), keptSession: id })
      return c.json({ recovery_codes: codes })
    })
    .post('/second-factor/disable', body(confirmationSchema), async (c) => {
      const { adminId, id } = c.get('session')
      await confirm(c, c.req.valid('json'))
      disableApp(ctxOf(c), adminId, id)
      return c.body(null, 204)
    })
    .get('/account/passkeys', (c) => {
      const ctx = ctxOf(c)
      return c.json({
        origins: passkeyOrigins(ctx),
        passkeys: listPasskeys(ctx, c.get('session').adminId).map(({ id, name, createdAt, usedAt }) => ({
          id,
          name,
          created_at: isoAt(createdAt),
          used_at: usedAt === null ? null : isoAt(usedAt),
        })),
      })
    })
    .post('/account/passkeys/challenge', noBody, (c) => {
      const ctx = ctxOf(c)
      const { adminId } = c.get('session')
      return c.json(requestOptions(ctx, challengeUse(c, 'confirm'), relyingPartyOf(c, ctx), adminId))
    })
    .post('/account/passkeys/options', body(confirmationSchema), async (c) => {
      const ctx = ctxOf(c)
      const rp = relyingPartyOf(c, ctx)
      await confirm(c, c.req.valid('json'))
      return c.json(creationOptions(ctx, challengeUse(c, 'add'), rp, getAdmin(ctx, c.get('session').adminId)))
    })
    .post('/account/passkeys', body(newPasskeySchema), async (c) => {
      const ctx = ctxOf(c)
      const { adminId, id } = c.get('session')
      const { name, credential } = c.req.valid('json')
      const passkey = await checkNewPasskey(ctx, challengeUse(c, 'add'), relyingPartyOf(c, ctx), credential)
      const codes = addPasskey(ctx, adminId, { name, passkey, keptSession: id })
      return c.json({ recovery_codes: codes }, 201)
    })
    .post('/account/passkeys/:id/remove', body(confirmationSchema), async (c) => {
      const { adminId, id } = c.get('session')
      await confirm(c, c.req.valid('json'))
      removePasskey(ctxOf(c), adminId, Number(c.req.param('id')), id)
      return c.body(null, 204)
    })
}

function challengeUse(c: Context<AdminEnv>, use: 'add' | 'confirm'): Use {
  const { adminId, id } = c.get('session')
  return `${use} in session ${id} of ${adminId}`
}
