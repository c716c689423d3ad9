import { type Context, Hono } from 'hono'
import { getAdmin, replacePassword } from '../../access/admins.ts'
import { confirmPassword } from '../../access/login.ts'
import { assertLoginAllowed, type LoginAttempt } from '../../access/login-limits.ts'
import { checkPassword, hashPassword, type PasswordCheck } from '../../access/passwords.ts'
import { enableSecondFactor, prepareSecondFactor, switchOffSecondFactor } from '../../access/second-factor.ts'
import type { Ctx } from '../../ctx.ts'
import { readSetting } from '../../practice/settings.ts'
import {
  codeSchema,
  passwordChangeSchema,
  presentPasswordSchema,
  switchOffSchema,
} from '../../shared/password.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { body } from '../input.ts'
import { originFingerprint } from '../origin.ts'
import type { AdminEnv } from './guard.ts'

const WRONG_CURRENT = { current: 'Das bisherige Passwort stimmt nicht.' }
const WRONG_PASSWORD = { password: 'Das Passwort stimmt nicht.' }

/** A new password must not contain the admin's address or the practice's name. */
const passwordChange = (ctx: Ctx) =>
  passwordChangeSchema({
    email: ctx.actor.kind === 'admin' ? ctx.actor.email : '',
    practice: readSetting(ctx, 'practice', 'name'),
  })

/** Password and second factor. Every change needs the current password and ends the other sessions. */
export function credentialRoutes({ config }: Deps) {
  const attemptOf = (c: Context<AdminEnv>): LoginAttempt => ({
    email: c.get('session').email,
    origin: originFingerprint(c, config),
    browser: `session ${c.get('session').id}`,
  })
  const check = (c: Context<AdminEnv>, password: string): Promise<PasswordCheck> => {
    assertLoginAllowed(ctxOf(c), attemptOf(c))
    return checkPassword(getAdmin(ctxOf(c), c.get('session').adminId).passwordHash, password, true)
  }
  return new Hono<AdminEnv>()
    .put('/password', body(passwordChange), async (c) => {
      const ctx = ctxOf(c)
      const { adminId, id } = c.get('session')
      const { current, next } = c.req.valid('json')
      const checked = await check(c, current)
      const passwordHash = checked.right ? await hashPassword(next) : ''
      const admin = confirmPassword(ctx, adminId, attemptOf(c), checked, WRONG_CURRENT)
      replacePassword(ctx, admin, passwordHash, id)
      return c.body(null, 204)
    })
    .post('/second-factor/setup', body(presentPasswordSchema), async (c) => {
      const ctx = ctxOf(c)
      const { adminId } = c.get('session')
      const checked = await check(c, c.req.valid('json').password)
      confirmPassword(ctx, adminId, attemptOf(c), checked, WRONG_PASSWORD)
      return c.json(prepareSecondFactor(ctx, adminId, readSetting(ctx, 'practice', 'name') || 'Ordi'))
    })
    .post('/second-factor/enable', body(codeSchema), (c) => {
      const { adminId, id } = c.get('session')
      const codes = enableSecondFactor(ctxOf(c), adminId, c.req.valid('json').code, attemptOf(c), id)
      return c.json({ recovery_codes: codes })
    })
    .post('/second-factor/disable', body(switchOffSchema), async (c) => {
      const ctx = ctxOf(c)
      const { adminId, id } = c.get('session')
      const { password, code } = c.req.valid('json')
      confirmPassword(ctx, adminId, attemptOf(c), await check(c, password), WRONG_PASSWORD)
      switchOffSecondFactor(ctx, adminId, code, attemptOf(c), id)
      return c.body(null, 204)
    })
}
