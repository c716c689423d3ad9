import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { accountAddress } from '../../access/account-address.ts'
import { contextsOfValidSecrets, fingerprint } from '../../access/crypto.ts'
import { makeBrowserSecret, readBrowserSecret } from '../../access/login-browsers.ts'
import type { Ctx } from '../../ctx.ts'
import { isHttps } from '../proxies.ts'

/** This module stores in a cookie that somebody has signed in to an account with this browser. */

/** Days for which a login is remembered, the longest time for which browsers keep a cookie. */
const LOGIN_DAYS = 400
const SECONDS_PER_DAY = 24 * 60 * 60

/** Returns the id of this browser if it has signed in to the account before; undefined otherwise. */
export function findLoginBrowser(c: Context, ctx: Ctx, email: string): string | undefined {
  // After a rotation of the secret, the names and signatures of older cookies are still from the previous
  // secret.
  return contextsOfValidSecrets(ctx)
    .map((secretCtx) => readBrowserSecret(secretCtx, email, getCookie(c, cookieName(secretCtx, email)) ?? ''))
    .find((id) => id !== undefined)
}

/**
 * Sets the cookie by which `findLoginBrowser` recognises this browser. Call it after the login to the
 * account.
 */
export function rememberLoginBrowser(c: Context, ctx: Ctx, email: string): void {
  const name = cookieName(ctx, email)
  const existing = getCookie(c, name) ?? ''
  const isValid = readBrowserSecret(ctx, email, existing) !== undefined
  setCookie(c, name, isValid ? existing : makeBrowserSecret(ctx, email), {
    httpOnly: true,
    sameSite: 'Strict',
    secure: isHttps(c, ctx.config),
    path: '/api/admin',
    maxAge: LOGIN_DAYS * SECONDS_PER_DAY,
  })
}

/**
 * Returns the name of an account's cookie. Each account has its own, because staff members can share a
 * computer.
 */
function cookieName(ctx: Ctx, email: string): string {
  return `ordi_known_${fingerprint(ctx, 'cookie', accountAddress(email)).slice(0, 12)}`
}
