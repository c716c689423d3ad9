import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import type { Ctx } from '../ctx.ts'

/**
 * The only door to cryptography. Every key is derived from APP_SECRET by HKDF (RFC 5869), one for each
 * purpose, so that none can stand in for another (decisions, section 2).
 */
export type Purpose =
  | 'seal'
  | 'staff-link'
  | 'fingerprint'
  | 'bot-challenge'
  | 'bot-solution'
  | 'webhook'
  | 'letter-view'

const keys = new Map<string, KeyObject>()
/** Crockford's thirty-two: digits and letters without those that are taken for others. */
const PLAIN_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const SEALED = /^v1:([\w-]+):([\w-]+):([\w-]*)$/

/** 192 random bits, URL-safe, 32 characters: booking ids, hold ids, tokens. */
export function randomToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Six random digits, leading zeros kept. */
export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Something random for people to copy, five bits a letter: `k3x9-07qd-m2vw`. */
export function randomGroups(groups: number, letters: number): string {
  const letter = () => PLAIN_LETTERS.charAt(randomInt(PLAIN_LETTERS.length))
  return Array.from({ length: groups }, () => Array.from({ length: letters }, letter).join('')).join('-')
}

/** What was copied from `randomGroups`, however it was typed. */
export function readGroups(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

/** 32 random bytes as text, for a new APP_SECRET. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The fingerprint under which a random token is stored; without the token it is of no use. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** A keyed fingerprint for things that could be guessed (addresses of origin, six-digit codes). */
export function fingerprint(ctx: Pick<Ctx, 'config'>, ...parts: string[]): string {
  return hmac(ctx, 'fingerprint', parts).toString('base64url')
}

/** HMAC-SHA256 over the parts, none of which may hold a line break. */
export function hmac(ctx: Pick<Ctx, 'config'>, purpose: Purpose, parts: readonly string[]): Buffer {
  return createHmac('sha256', key(ctx, purpose)).update(parts.join('\n')).digest()
}

/** The key of a purpose as text, for libraries that sign by themselves. */
export function secretFor(ctx: Pick<Ctx, 'config'>, purpose: Purpose): string {
  return key(ctx, purpose).export().toString('base64url')
}

/** Compares in a time that does not depend on the content. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Seals a text for one place only (`table:column:row`) with AES-256-GCM; moved to another place it no longer opens.
 * Format: `v1:iv:tag:ciphertext`, base64url.
 */
export function encrypt(ctx: Pick<Ctx, 'config'>, place: string, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(ctx, 'seal'), iv).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return ['v1', ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join(':')
}

/** @throws Error when the text was sealed with another secret, for another place, or was changed. */
export function decrypt(ctx: Pick<Ctx, 'config'>, place: string, sealed: string): string {
  const [, iv, tag, text] = SEALED.exec(sealed) ?? []
  if (iv === undefined || tag === undefined || text === undefined)
    throw new Error(`not a sealed text at ${place}`)
  const decipher = createDecipheriv('aes-256-gcm', key(ctx, 'seal'), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(Buffer.from(text, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
}

function key({ config }: Pick<Ctx, 'config'>, purpose: Purpose): KeyObject {
  const name = `${purpose}\n${config.appSecret}`
  let derived = keys.get(name)
  if (derived === undefined) {
    const bytes = hkdfSync('sha256', config.appSecret, '', `ordi ${purpose} v1`, 32)
    derived = createSecretKey(Buffer.from(bytes))
    keys.set(name, derived)
  }
  return derived
}
