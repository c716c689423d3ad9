import { isIP } from 'node:net'
import type { Ctx } from '../ctx.ts'
import { readSetting, readSettings } from './settings.ts'

/**
 * This module knows the addresses of the portal, and the practice's e-mail address. The URLs come from the
 * settings, else from the environment, never from a request's Host header (docs/behaviour.md 1.12). Without a
 * path they have no slash at the end.
 */

/** Path of the page with all appointments of a patient. */
export const MY_BOOKINGS = '/meine-termine'

/** Returns a URL under the portal's public address. */
export function publicUrl(ctx: Ctx, path = ''): string {
  return joinUrl(readSetting(ctx, 'urls', 'PUBLIC_BASE_URL') || ctx.config.baseUrl, path)
}

/** Returns the URL of a page that patients open from an e-mail. */
export function patientUrl(ctx: Ctx, path = ''): string {
  const { PATIENT_BASE_URL, PUBLIC_BASE_URL } = readSettings(ctx, 'urls')
  return joinUrl(PATIENT_BASE_URL || PUBLIC_BASE_URL || ctx.config.baseUrl, path)
}

/** Returns the URL of a page that the practice opens, perhaps on an address of its own network. */
export function staffUrl(ctx: Ctx, path = ''): string {
  const { INTERNAL_BASE_URL, PUBLIC_BASE_URL } = readSettings(ctx, 'urls')
  return joinUrl(INTERNAL_BASE_URL || PUBLIC_BASE_URL || ctx.config.baseUrl, path)
}

/** Joins the base, which may end with slashes, and a path, '' or beginning with a slash. */
function joinUrl(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path
}

/** Returns the host names of all URLs that lead to the portal. */
export function portalHosts(ctx: Ctx): string[] {
  return [...new Set(portalUrls(ctx).map(({ hostname }) => hostname))]
}

/**
 * Returns the origins at which browsers allow passkeys: a host name with https, or localhost (WebAuthn 3,
 * 5.1.3).
 */
export function passkeyOrigins(ctx: Ctx): string[] {
  const urlsForPasskeys = portalUrls(ctx).filter(
    ({ protocol, hostname }) => hostname === 'localhost' || (protocol === 'https:' && !isIpAddress(hostname)),
  )
  return [...new Set(urlsForPasskeys.map(({ origin }) => origin))]
}

/** Returns the URLs for everybody, patients and staff, and the one of the environment. */
function portalUrls(ctx: Ctx): URL[] {
  const urls = [publicUrl(ctx), patientUrl(ctx), staffUrl(ctx), ctx.config.baseUrl]
  return urls.map((url) => new URL(url))
}

/** Returns whether a host is an IPv4 or IPv6 address. URLs write the latter in brackets. */
function isIpAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** Returns whether the environment or the settings contain the URL at which patients reach the portal. */
export function isAddressKnown(ctx: Ctx): boolean {
  return ctx.config.baseUrlIsSet || readSetting(ctx, 'urls', 'PUBLIC_BASE_URL') !== ''
}

/**
 * Returns what is wrong with the links in e-mails, in production only: `local` when they lead to this
 * machine, `unencrypted` for http.
 */
export function linkFault(ctx: Ctx): 'local' | 'unencrypted' | undefined {
  if (!ctx.config.production) return undefined
  const urlsOfPatients = [publicUrl(ctx), patientUrl(ctx)]
  const urls = [...urlsOfPatients, staffUrl(ctx)]
  if (urls.some((url) => isLoopback(new URL(url).hostname))) return 'local'
  // The URL for staff may use http, because it may lie within the practice's network.
  return urlsOfPatients.some((url) => url.startsWith('http:')) ? 'unencrypted' : undefined
}

/** Returns whether only this machine can open the portal's public address. */
export function isPortalOnlyLocal(ctx: Ctx): boolean {
  return isLoopback(new URL(publicUrl(ctx)).hostname)
}

/** Returns whether only this machine can open a URL with this host. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host)
}

/**
 * Returns the e-mail address for messages to the practice: ADMIN_EMAIL, else the one in its data, else ''.
 */
export function practiceMailbox(ctx: Ctx): string {
  return readSetting(ctx, 'urls', 'ADMIN_EMAIL') || readSetting(ctx, 'practice', 'mail')
}
