import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomToken } from '../access/crypto.ts'
import { KNOWN_DAYS } from '../booking/email-verification.ts'
import type { Config } from '../config.ts'
import { isHttps } from './origin.ts'

/** The secret that identifies this browser; undefined before it has requested an e-mail verification. */
export function readBrowser(c: Context, config: Config): string | undefined {
  return getCookie(c, cookieName(c, config))
}

/** The browser's secret; sets the cookie if there is none. */
export function ensureBrowser(c: Context, config: Config): string {
  const known = readBrowser(c, config)
  if (known !== undefined && known.length >= 32) return known
  const browser = randomToken()
  setCookie(c, cookieName(c, config), browser, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c, config),
    path: '/',
    maxAge: KNOWN_DAYS * 86_400,
  })
  return browser
}

/** The prefix `__Host-` needs https, which a portal in a local network may not have. */
function cookieName(c: Context, config: Config): string {
  return isHttps(c, config) ? '__Host-ordi_browser' : 'ordi_browser'
}
