import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomToken } from '../access/crypto.ts'
import type { Config } from '../config.ts'
import { isHttps } from './origin.ts'

/** Longer than a verified address lasts, so that it outlives what is bound to it. */
const BROWSER_DAYS = 2

/** The secret that tells this browser from any other; undefined before it has asked for an e-mail check. */
export function readBrowser(c: Context, config: Config): string | undefined {
  return getCookie(c, cookieName(c, config))
}

/** The browser's secret, made and set (HttpOnly) when it has none. */
export function knowBrowser(c: Context, config: Config): string {
  const known = readBrowser(c, config)
  if (known !== undefined && known.length >= 32) return known
  const browser = randomToken()
  setCookie(c, cookieName(c, config), browser, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c, config),
    path: '/',
    maxAge: BROWSER_DAYS * 86_400,
  })
  return browser
}

/** `__Host-` needs https, which a portal on a practice's own network may not have. */
function cookieName(c: Context, config: Config): string {
  return isHttps(c, config) ? '__Host-ordi_browser' : 'ordi_browser'
}
