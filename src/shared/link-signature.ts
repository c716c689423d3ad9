import type { Instant } from './day.ts'

const SIGNATURE = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/

/**
 * The parts of the `sig` of a link for staff (docs/behaviour.md 9.3) or of an e-mail's preview. Only the
 * server can verify it.
 */
type LinkSignature = Readonly<{
  /** Unix seconds, as the text that was signed: with a leading zero the signature would not match. */
  expiry: string
  /** The signature is invalid from this instant on. */
  expiresAt: Instant
  /** Base64url HMAC-SHA256. */
  mac: string
}>

/**
 * Reads a `sig`. Returns undefined for any other form, such as the rest of a link that a mail program broke
 * in two.
 */
export function readLinkSignature(sig: string): LinkSignature | undefined {
  const [, expiry, mac] = SIGNATURE.exec(sig) ?? []
  if (expiry === undefined || mac === undefined) return undefined
  return { expiry, expiresAt: Number(expiry) * 1000, mac }
}
