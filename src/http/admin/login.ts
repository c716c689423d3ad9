import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { findAdmin } from '../../access/admins.ts'
import { type SignedIn, signIn } from '../../access/login.ts'
import { assertLoginAllowed } from '../../access/login-limits.ts'
import { assertNotBusy, checkPassword } from '../../access/passwords.ts'
import { IDLE_MINUTES } from '../../access/sessions.ts'
import { EMAIL_REQUIRED } from '../../shared/messages.de.ts'
import { isoAt } from '../../time/vienna.ts'
import { knownBrowser, rememberBrowser } from '../browser.ts'
import { ctxOf, type Deps, type Env } from '../deps.ts'
import { body } from '../input.ts'
import { originFingerprint } from '../origin.ts'

const REQUIRED = { code: 'email and password required' } as const

const loginBody = v.strictObject({
  email: v.optional(required(EMAIL_REQUIRED), ''),
  password: v.optional(required('Passwort ist erforderlich.'), ''),
  code: v.optional(v.fallback(v.pipe(v.string(), v.trim()), ''), ''),
})

/** The only admin route without a session. */
export function loginRoutes({ config }: Deps) {
  return new Hono<Env>().post('/login', body(loginBody, REQUIRED), async (c) => {
    const ctx = ctxOf(c)
    const { email, password, code } = c.req.valid('json')
    const browser = knownBrowser(c, ctx, email)
    if (browser === undefined) assertNotBusy()
    const origin = originFingerprint(c, config)
    const attempt = { email, code, origin, browser, device: deviceOf(c) }
    assertLoginAllowed(ctx, attempt)
    const check = await checkPassword(findAdmin(ctx, email)?.passwordHash, password, browser !== undefined)
    const signedIn = signIn(ctx, attempt, check)
    rememberBrowser(c, ctx, email)
    return c.json(loginAnswer(signedIn))
  })
}

function loginAnswer({ token, email, name, role, expiresAt }: SignedIn) {
  return { token, user: { name, email, role }, expiresAt: isoAt(expiresAt), ttlMinutes: IDLE_MINUTES }
}

function deviceOf(c: Context): string {
  return c.req.header('user-agent') ?? ''
}

function required(sentence: string) {
  return v.pipe(
    v.string(sentence),
    v.check((typed) => typed.trim() !== '', sentence),
  )
}
