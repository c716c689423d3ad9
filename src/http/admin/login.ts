import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { findAdmin, getAdmin } from '../../access/admins.ts'
import { hashToken } from '../../access/crypto.ts'
import { type SignedIn, signIn, signInWithPasskey } from '../../access/login.ts'
import { assertLoginAllowed, assertPasskeyAllowed } from '../../access/login-limits.ts'
import type { ChallengeUse } from '../../access/passkey-challenges.ts'
import { findPasskey } from '../../access/passkeys.ts'
import { assertNotBusy, checkPassword } from '../../access/passwords.ts'
import { checkPasskey, requestOptions } from '../../access/webauthn.ts'
import { EMAIL_REQUIRED } from '../../shared/messages.de.ts'
import { type PasskeyAnswer, passkeySignInSchema } from '../../shared/passkeys.ts'
import { ensureBrowser, readBrowser } from '../browser.ts'
import { ctxOf, type Deps, type Env } from '../deps.ts'
import { body, noBody } from '../input.ts'
import { originFingerprint } from '../origin.ts'
import { findLoginBrowser, rememberLoginBrowser } from './login-browser.ts'
import { relyingPartyOf } from './relying-party.ts'
import { sessionEnd } from './session-end.ts'

const MISSING_CREDENTIALS = { code: 'email and password required' } as const

/**
 * Returns the schema of a text that must not be blank. Spaces are kept, because a password may contain them.
 */
function notBlank(sentence: string) {
  return v.pipe(
    v.string(sentence),
    v.check((typed) => typed.trim() !== '', sentence),
  )
}

const loginBody = v.strictObject({
  email: v.optional(notBlank(EMAIL_REQUIRED), ''),
  password: v.optional(notBlank('Passwort ist erforderlich.'), ''),
  code: v.optional(v.fallback(v.pipe(v.string(), v.trim()), ''), ''),
})

/** The calls that sign an admin in, with a password or a passkey. */
export function loginRoutes({ config }: Deps) {
  return new Hono<Env>()
    .post('/login/passkey/options', noBody, (c) => {
      const ctx = ctxOf(c)
      return c.json(
        requestOptions(ctx, challengeUseInBrowser(ensureBrowser(c, config)), relyingPartyOf(c, ctx)),
      )
    })
    .post('/login/passkey', body(passkeySignInSchema), async (c) => {
      const { passkey } = c.req.valid('json')
      return c.json(loginAnswer(await signInByPasskey(c, config, passkey)))
    })
    .post('/login', body(loginBody, MISSING_CREDENTIALS), async (c) =>
      c.json(loginAnswer(await signInByPassword(c, config, c.req.valid('json')))),
    )
}

/** Signs in the admin to whom the passkey belongs. @throws Problem invalid_credentials, too_many */
async function signInByPasskey(
  c: Context<Env>,
  config: Deps['config'],
  passkey: PasskeyAnswer,
): Promise<SignedIn> {
  const ctx = ctxOf(c)
  const relyingParty = relyingPartyOf(c, ctx)
  const adminId = findPasskey(ctx, passkey.id)?.adminId
  // Attempts with unknown passkeys are counted together, under the empty e-mail address.
  const email = adminId === undefined ? '' : getAdmin(ctx, adminId).email
  const browser = findLoginBrowser(c, ctx, email)
  const attempt = { email, origin: originFingerprint(c, config), browser, device: deviceOf(c) }
  assertPasskeyAllowed(ctx, attempt)
  // A browser without an id has requested no challenge, so none fits its answer.
  const use = challengeUseInBrowser(readBrowser(c, config) ?? '')
  const check = await checkPasskey(ctx, use, relyingParty, passkey)
  const signedIn = signInWithPasskey(ctx, attempt, check)
  rememberLoginBrowser(c, ctx, email)
  return signedIn
}

/**
 * Signs in the admin with this e-mail address by the password and, while a second factor is on, its code.
 * @throws Problem invalid_credentials, second_factor_required, too_many
 */
async function signInByPassword(
  c: Context<Env>,
  config: Deps['config'],
  { email, password, code }: v.InferOutput<typeof loginBody>,
): Promise<SignedIn> {
  const ctx = ctxOf(c)
  const browser = findLoginBrowser(c, ctx, email)
  // A flood of logins from unknown browsers is refused before anything that takes time.
  if (browser === undefined) assertNotBusy()
  const origin = originFingerprint(c, config)
  const attempt = { email, code, origin, browser, device: deviceOf(c) }
  assertLoginAllowed(ctx, attempt)
  const isKnown = browser !== undefined
  const check = await checkPassword(findAdmin(ctx, email)?.passwordHash, password, { isKnown })
  const signedIn = signIn(ctx, attempt, check)
  rememberLoginBrowser(c, ctx, email)
  return signedIn
}

function loginAnswer({ token, email, name, role, ...end }: SignedIn) {
  return { token, user: { name, email, role }, ...sessionEnd(end) }
}

/**
 * Returns the use to which a challenge is bound: only the browser that requested the challenge can answer it.
 */
function challengeUseInBrowser(browser: string): ChallengeUse {
  return `sign in by ${hashToken(browser)}`
}

function deviceOf(c: Context): string {
  return c.req.header('user-agent') ?? ''
}
