import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { fingerprint, randomToken, withEarlierSecret } from '../access/crypto.ts'
import { makeKnownBrowser, readKnownBrowser } from '../access/login-limits.ts'
import { KNOWN_DAYS } from '../booking/email-verification.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { emailKey } from '../shared/contact/email.ts'
import { isHttps } from './origin.ts'

/** The longest time that browsers keep a cookie. */
const LOGIN_DAYS = 400

/** The secret that identifies this browser; undefined before it has requested an e-mail verification. */
export function readBrowser(c: Context, config: Config): string | undefined {
  return getCookie(c, cookieName(c, config))
}

/** The browser's secret; sets the cookie if there is none. */
export function ensureBrowser(c: Context, config: Config): string {
  const known = readBrowser(c, config)
  if (known !== undefined && known.length >= 32) return known
  const browser = randomToken()
  setBrowser(c, config, browser)
  return browser
}

/** Gives this browser a secret. */
export function setBrowser(c: Context, config: Config, browser: string): void {
  setCookie(c, cookieName(c, config), browser, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c, config),
    path: '/',
    maxAge: KNOWN_DAYS * 86_400,
  })
}

/** The id of this browser when it has signed in to the account before. */
export function knownBrowser(c: Context, ctx: Ctx, email: string): string | undefined {
  return withEarlierSecret(ctx)
    .map((each) => readKnownBrowser(each, email, getCookie(c, knownName(each, email)) ?? ''))
    .find((id) => id !== undefined)
}

/** Call after the login to the account. */
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

/** Each account has its own cookie, because several people can share a computer. */
function knownName(ctx: Ctx, email: string): string {
  return `ordi_known_${fingerprint(ctx, 'cookie', emailKey(email)).slice(0, 12)}`
}

/** The prefix `__Host-` needs https, which a portal in a local network may not have. */
function cookieName(c: Context, config: Config): string {
  return isHttps(c, config) ? '__Host-ordi_browser' : 'ordi_browser'
}
