import type { Context } from 'hono'
import { getAdmin } from '../../access/admins.ts'
import { confirmPassword } from '../../access/login.ts'
import { assertLoginAllowed, type LoginAttempt } from '../../access/login-limits.ts'
import type { ChallengeUse } from '../../access/passkey-challenges.ts'
import { listPasskeys, type PasskeyCheck } from '../../access/passkeys.ts'
import { checkPassword, type PasswordCheck } from '../../access/passwords.ts'
import { confirmFactor } from '../../access/second-factor.ts'
import { checkPasskey } from '../../access/webauthn.ts'
import type { PasskeyAnswer } from '../../shared/passkeys.ts'
import { Problem } from '../../shared/problems.ts'
import type { Confirmation } from '../../shared/proofs.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { originFingerprint } from '../origin.ts'
import type { AdminEnv } from './guard.ts'
import { relyingPartyOf } from './relying-party.ts'

/** The field errors when the admin has no passkey. It is a second factor, whose field is `code`. */
const NO_PASSKEY_ERRORS = { code: 'Dieser Zugang hat keinen Passkey.' }
/** The field errors when the password is wrong. */
const WRONG_PASSWORD_ERRORS = { password: 'Das Passwort stimmt nicht.' }

/**
 * Confirms that the signed-in admin sends the request, by the password and, while a second factor is on, that
 * factor too.
 * @throws Problem invalid, too_many
 */
export async function confirmIdentity(
  c: Context<AdminEnv>,
  config: Deps['config'],
  { password, code, passkey }: Confirmation,
): Promise<void> {
  const ctx = ctxOf(c)
  const { adminId } = c.get('session')
  const attempt = attemptInSession(c, config)
  const checkedPassword = await checkOwnPassword(c, config, password)
  confirmPassword(ctx, adminId, { attempt, check: checkedPassword, fieldErrors: WRONG_PASSWORD_ERRORS })
  const checkedPasskey = passkey && (await checkOwnPasskey(c, passkey))
  confirmFactor(ctx, adminId, { code, passkey: checkedPasskey }, attempt)
}

/**
 * Confirms by a passkey alone that the signed-in admin sends the request.
 * @throws Problem invalid, too_many
 */
export async function confirmIdentityByPasskey(
  c: Context<AdminEnv>,
  config: Deps['config'],
  passkey: PasskeyAnswer,
): Promise<void> {
  const ctx = ctxOf(c)
  const { adminId } = c.get('session')
  // Nothing may come between what is read below and the confirmation, so the asynchronous check goes first.
  const checkedPasskey = await checkOwnPasskey(c, passkey)
  // Without any second factor, `confirmFactor` would accept everything.
  if (listPasskeys(ctx, adminId).length === 0) throw new Problem('invalid', { fields: NO_PASSKEY_ERRORS })
  confirmFactor(ctx, adminId, { code: '', passkey: checkedPasskey }, attemptInSession(c, config))
}

/** Verifies a passkey's response in this session. Returns `wrong` if it is not genuine or not known. */
async function checkOwnPasskey(
  c: Context<AdminEnv>,
  passkey: PasskeyAnswer,
): Promise<PasskeyCheck | 'wrong'> {
  const ctx = ctxOf(c)
  const use = challengeUseInSession(c, 'confirm')
  return (await checkPasskey(ctx, use, relyingPartyOf(c, ctx), passkey)) ?? 'wrong'
}

/**
 * Compares a password with that of the signed-in admin. A wrong one is counted only by `confirmPassword`.
 * @throws Problem too_many
 */
export function checkOwnPassword(
  c: Context<AdminEnv>,
  config: Deps['config'],
  password: string,
): Promise<PasswordCheck> {
  const ctx = ctxOf(c)
  assertLoginAllowed(ctx, attemptInSession(c, config))
  const { passwordHash } = getAdmin(ctx, c.get('session').adminId)
  return checkPassword(passwordHash, password, { isKnown: true })
}

/** Returns an attempt to repeat the password within a session, for the rate limits of sign-ins. */
export function attemptInSession(c: Context<AdminEnv>, config: Deps['config']): LoginAttempt {
  return {
    email: c.get('session').email,
    origin: originFingerprint(c, config),
    browser: `session ${c.get('session').id}`,
  }
}

/** Returns the use to which a challenge for a passkey is bound: only the same session can answer it. */
export function challengeUseInSession(c: Context<AdminEnv>, use: 'add' | 'confirm'): ChallengeUse {
  const { adminId, id: sessionId } = c.get('session')
  return `${use} in session ${sessionId} of ${adminId}`
}
