import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomToken } from '../access/random.ts'
import { KNOWN_DAYS } from '../booking/known-browsers.ts'
import type { Config } from '../config.ts'
import { isHttps } from './proxies.ts'

/** This module stores a secret in a cookie, by which the portal recognises a browser. */

/** A shorter secret does not come from this portal. */
const LEAST_CHARACTERS = 32
const SECONDS_PER_DAY = 24 * 60 * 60

/**
 * Returns the secret that identifies this browser; undefined before it has requested an e-mail verification
 * or a challenge for a passkey.
 */
export function readBrowser(c: Context, config: Config): string | undefined {
  return getCookie(c, cookieName(c, config))
}

/** Returns the browser's secret, and sets its cookie if there is none. */
export function ensureBrowser(c: Context, config: Config): string {
  const existing = readBrowser(c, config)
  if (existing !== undefined && existing.length >= LEAST_CHARACTERS) return existing
  const browser = randomToken()
  setBrowser(c, config, browser)
  return browser
}

/** Sets the cookie with the browser's secret. */
export function setBrowser(c: Context, config: Config, browser: string): void {
  setCookie(c, cookieName(c, config), browser, {
    httpOnly: true,
    // Lax, so that browsers send the cookie when a visitor opens a link in an e-mail.
    sameSite: 'Lax',
    secure: isHttps(c, config),
    path: '/',
    maxAge: KNOWN_DAYS * SECONDS_PER_DAY,
  })
}

/** The prefix `__Host-` needs https, which a portal in a local network may not have. */
function cookieName(c: Context, config: Config): string {
  return isHttps(c, config) ? '__Host-ordi_browser' : 'ordi_browser'
}
