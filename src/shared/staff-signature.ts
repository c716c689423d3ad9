import type { Instant } from './day.ts'

const SIGNATURE = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/

/** The `sig` of a staff link taken apart. Whether it is genuine only the server can tell. */
export type StaffSignature = Readonly<{
  /** Unix seconds, as they are written. */
  expiry: string
  /** From this instant on it no longer holds. */
  expiresAt: Instant
  /** Base64url HMAC-SHA256. */
  mac: string
}>

/**
 * Reads `<expiry in Unix seconds>.<base64url HMAC-SHA256>` (decisions, section 2); undefined for anything else, such as
 * what is left of a link that a mail program has broken in two.
 */
export function readStaffSignature(sig: string): StaffSignature | undefined {
  const [, expiry, mac] = SIGNATURE.exec(sig) ?? []
  if (expiry === undefined || mac === undefined) return undefined
  return { expiry, expiresAt: Number(expiry) * 1000, mac }
}
