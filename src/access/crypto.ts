import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Ctx } from '../ctx.ts'

/**
 * This module is the cryptography of the portal. HKDF (RFC 5869) derives one key for each purpose from
 * APP_SECRET, so that a value signed or encrypted for one purpose is worthless for another.
 */

/**
 * The use of a derived key. A purpose is part of its key, so renaming a purpose makes stored values
 * unreadable. `encrypt` uses `seal`.
 */
export type Purpose =
  | 'seal'
  | 'staff-link'
  | 'fingerprint'
  | 'bot-challenge'
  | 'bot-solution'
  | 'turnstile'
  | 'webhook'
  | 'email-preview'
  | 'known-browser'
  | 'passkey-challenge'
  | 'self-check'

/**
 * Every encrypted column (`table:column`) with the key column of its table. `ordi secret rotate` encrypts
 * them anew.
 */
export const ENCRYPTED_COLUMNS = {
  'settings:value': 'name',
  'bookings:svnr': 'id',
  'bookings:answers': 'id',
  'bookings:note': 'id',
  'bookings:patient_note': 'id',
  'admins:totp_secret': 'id',
  'calendars:url': 'id',
} as const

/** An encrypted column, as `table:column`. */
export type EncryptedColumn = keyof typeof ENCRYPTED_COLUMNS

/**
 * The cell of an encrypted value. It is part of the encryption, so a value copied to another row cannot be
 * decrypted.
 */
export type EncryptedPlace = `${EncryptedColumn}:${string | number}`

/** Caches derived keys, because each request needs some. */
const derivedKeys = new Map<string, KeyObject>()

/** Matches encrypted values in a query, less exactly than `ENCRYPTED` does. */
export const ENCRYPTED_GLOB = 'v1:*:*:*'
/** A value of `encrypt`: the version, and then initialisation vector, tag and ciphertext as base64url. */
const ENCRYPTED = /^v1:([\w-]+):([\w-]+):([\w-]*)$/

/**
 * Returns the SHA-256 of a random token. Only the hash is stored, so that a copy of the database does not
 * contain the token.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/**
 * Returns the HMAC of values with few possibilities (network addresses, six-digit codes), which a plain hash
 * would not hide.
 */
export function fingerprint(ctx: Pick<Ctx, 'config'>, ...parts: string[]): string {
  return hmac(ctx, 'fingerprint', parts).toString('base64url')
}

/** Returns the HMAC-SHA256 of the parts joined by line breaks. A part must not contain a line break. */
export function hmac(ctx: Pick<Ctx, 'config'>, purpose: Purpose, parts: readonly string[]): Buffer {
  return createHmac('sha256', keyFor(ctx, purpose)).update(parts.join('\n')).digest()
}

/** Returns the key of a purpose as base64url, for a library that computes the HMAC itself. */
export function encodedKeyFor(ctx: Pick<Ctx, 'config'>, purpose: Purpose): string {
  return keyFor(ctx, purpose).export().toString('base64url')
}

/**
 * Returns the context and, for a day after `ordi secret rotate`, a second one with the earlier secret, which
 * verifies older signatures. New signatures and values use the first.
 */
export function contextsOfValidSecrets<C extends Pick<Ctx, 'config' | 'now'>>(ctx: C): C[] {
  const { earlierSecret: earlier, ...config } = ctx.config
  if (earlier === undefined || earlier.until <= ctx.now) return [ctx]
  return [ctx, { ...ctx, config: { ...config, appSecret: earlier.secret } }]
}

/** Compares in constant time, so that the duration reveals no byte. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Encrypts with AES-256-GCM. @returns `v1:iv:tag:ciphertext`, each part as base64url */
export function encrypt(ctx: Pick<Ctx, 'config'>, place: EncryptedPlace, plain: string): string {
  // GCM is designed for initialisation vectors of twelve bytes.
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(ctx, 'seal'), iv).setAAD(Buffer.from(place))
  const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return ['v1', ...[iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'))].join(':')
}

/**
 * Decrypts a value of `encrypt`.
 * @throws Error when it was encrypted with another secret or for another `place`, or has been changed
 */
export function decrypt(ctx: Pick<Ctx, 'config'>, place: EncryptedPlace, encrypted: string): string {
  const [, iv, tag, ciphertext] = ENCRYPTED.exec(encrypted) ?? []
  if (iv === undefined || tag === undefined || ciphertext === undefined)
    throw new Error(`not an encrypted value: ${place}`)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(ctx, 'seal'), Buffer.from(iv, 'base64url'), {
    // Without this length, Node would also accept a shortened tag, which is easier to forge.
    authTagLength: 16,
  })
    .setAAD(Buffer.from(place))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(Buffer.from(ciphertext, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
}

/** Returns the key of a purpose, which is derived from the secret by HKDF. */
function keyFor({ config }: Pick<Ctx, 'config'>, purpose: Purpose): KeyObject {
  const { appSecret } = config
  return derivedKeys.getOrInsertComputed(`${purpose}\n${appSecret}`, () =>
    createSecretKey(Buffer.from(hkdfSync('sha256', appSecret, '', `ordi ${purpose} v1`, 32))),
  )
}
