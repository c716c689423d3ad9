import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { fingerprint, withEarlierSecret } from '../access/crypto.ts'
import { makeKnownBrowser, readKnownBrowser } from '../access/login-browsers.ts'
import { randomToken } from '../access/random.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { emailKey } from '../shared/contact/email.ts'
import { isHttps } from './origin.ts'

/** Days that a login is remembered; browsers keep no cookie for longer. */
const LOGIN_DAYS = 400

/**
 * Returns the secret that identifies this browser; undefined before it has requested an e-mail verification.
 */
export function readBrowser(c: Context, config: Config): string | undefined {
  return getCookie(c, cookieName(c, config))
}

/** Returns the browser's secret, and sets its cookie if there is none. */
export function ensureBrowser(c: Context, config: Config): string {
  const known = readBrowser(c, config)
  if (known !== undefined && known.length >= 32) return known
  const browser = randomToken()
  setBrowser(c, config, browser)
  return browser
}

/** Sets the cookie with the browser's secret. */
export function setBrowser(c: Context, config: Config, browser: string): void {
  setCookie(c, cookieName(c, config), browser, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c, config),
    path: '/',
    maxAge: KNOWN_DAYS * 86_400,
  })
}

/** Returns the id of this browser if it has signed in to the account before. */
export function knownBrowser(c: Context, ctx: Ctx, email: string): string | undefined {
  return withEarlierSecret(ctx)
    .map((secretCtx) => readKnownBrowser(secretCtx, email, getCookie(c, knownName(secretCtx, email)) ?? ''))
    .find((id) => id !== undefined)
}

/**
 * Sets the cookie by which `knownBrowser` recognises this browser. Call it after the login to the account.
 */
export function rememberBrowser(c: Context, ctx: Ctx, email: string): void {
  const name = knownName(ctx, email)
  const known = getCookie(c, name) ?? ''
  const isKnown = readKnownBrowser(ctx, email, known) !== undefined
  setCookie(c, name, isKnown ? known : makeKnownBrowser(ctx, email), {
    httpOnly: true,
    sameSite: 'Strict',
    secure: isHttps(c, ctx.config),
    path: '/api/admin',
    maxAge: LOGIN_DAYS * 86_400,
  })
}

/** Names the cookie of an account. Each account has its own, because staff members can share a computer. */
function knownName(ctx: Ctx, email: string): string {
  return `ordi_known_${fingerprint(ctx, 'cookie', emailKey(email)).slice(0, 12)}`
}

/** The prefix `__Host-` needs https, which a portal in a local network may not have. */
function cookieName(c: Context, config: Config): string {
  return isHttps(c, config) ? '__Host-ordi_browser' : 'ordi_browser'
}
