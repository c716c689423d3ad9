import { isIP } from 'node:net'
import type { Ctx } from '../ctx.ts'
import type { Practice } from '../shared/settings/settings.ts'
import { readSetting, readSettings } from './settings.ts'

/** The portal's address from outside. Links are never built from a request's Host header. Source: docs/behaviour.md 1.12. */
export function publicUrl(ctx: Ctx, path = ''): string {
  return join(readSetting(ctx, 'urls', 'PUBLIC_BASE_URL') || ctx.config.baseUrl, path)
}

/** The address for e-mails to the practice: ADMIN_EMAIL, else its own; '' when there is neither. */
export function practiceMailbox(ctx: Ctx): string {
  return readSetting(ctx, 'urls', 'ADMIN_EMAIL') || readSetting(ctx, 'practice', 'mail')
}

/** For pages that patients open from an e-mail. */
export function patientUrl(ctx: Ctx, path: string): string {
  const { PATIENT_BASE_URL, PUBLIC_BASE_URL } = readSettings(ctx, 'urls')
  return join(PATIENT_BASE_URL || PUBLIC_BASE_URL || ctx.config.baseUrl, path)
}

/** The page with all appointments of a patient. */
export const MY_BOOKINGS = '/meine-termine'

/** For pages that the practice opens, perhaps on an address of its own network. */
export function staffUrl(ctx: Ctx, path: string): string {
  const { INTERNAL_BASE_URL, PUBLIC_BASE_URL } = readSettings(ctx, 'urls')
  return join(INTERNAL_BASE_URL || PUBLIC_BASE_URL || ctx.config.baseUrl, path)
}

/** The host names of all addresses that lead to the portal. */
export function portalHosts(ctx: Ctx): string[] {
  return [...new Set(portalUrls(ctx).map(({ hostname }) => hostname))]
}

/** The portal's addresses under which browsers have passkeys: a host name with https, or localhost (WebAuthn 3, 5.1.3). */
export function passkeyOrigins(ctx: Ctx): string[] {
  const fitting = portalUrls(ctx).filter(
    ({ protocol, hostname }) => hostname === 'localhost' || (protocol === 'https:' && !isAddress(hostname)),
  )
  return [...new Set(fitting.map(({ origin }) => origin))]
}

function portalUrls(ctx: Ctx): URL[] {
  const urls = [publicUrl(ctx), patientUrl(ctx, ''), staffUrl(ctx, ''), ctx.config.baseUrl]
  return urls.map((url) => new URL(url))
}

/** An address of IPv4 or IPv6, as URLs have it. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** False while nobody has said, in the environment or in the settings, under which address patients reach the portal. */
export function isAddressKnown(ctx: Ctx): boolean {
  return ctx.config.baseUrlIsSet || readSetting(ctx, 'urls', 'PUBLIC_BASE_URL') !== ''
}

/** What is wrong with the links in e-mails, in production: they lead to this machine only, or to http. */
export function linkFault(ctx: Ctx): 'local' | 'unencrypted' | undefined {
  if (!ctx.config.production) return undefined
  const patients = [publicUrl(ctx), patientUrl(ctx, '')]
  if ([...patients, staffUrl(ctx, '')].some((url) => isLoopback(new URL(url).hostname))) return 'local'
  // The practice's own address may be in its own network.
  return patients.some((url) => url.startsWith('http:')) ? 'unencrypted' : undefined
}

export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host)
}

function join(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path
}

/** The only foreign host that a page may frame. */
export const MAP_ORIGIN = 'https://www.google.com'

/** A link to the map, and a page to embed; '' without street and city. */
export function mapLinks(practice: Practice): { mapsUrl: string; mapsEmbedUrl: string } {
  const place = placeOf(practice)
  if (place === '') return { mapsUrl: '', mapsEmbedUrl: '' }
  return {
    mapsUrl: `${MAP_ORIGIN}/maps/search/?api=1&query=${place}`,
    mapsEmbedUrl: `${MAP_ORIGIN}/maps?q=${place}&output=embed&hl=de`,
  }
}

/** Opens the way to the practice in the map app of a phone; '' without street and city. */
export function routeUrl(practice: Practice): string {
  const place = placeOf(practice)
  return place && `${MAP_ORIGIN}/maps/dir/?api=1&destination=${place}`
}

/** Name and address for a URL; '' without street and city. */
function placeOf({ name, address, zip, city, country }: Practice): string {
  if (!address || !city) return ''
  return encodeURIComponent([name, address, `${zip} ${city}`.trim(), country].filter(Boolean).join(', '))
}
