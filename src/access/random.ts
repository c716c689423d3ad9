import { randomBytes, randomInt } from 'node:crypto'

/**
 * Crockford's Base32: digits and letters without i, l and o, which look like other characters, and without u,
 * which could spell offensive words.
 */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns 192 random bits as 32 URL-safe characters, for booking ids, hold ids and tokens. */
export function randomToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Returns six random digits, with leading zeros. */
export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Returns a random text that people can copy by hand, with five bits in each character: `k3x9-07qd-m2vw`. */
export function randomCopyableText({
  groups,
  groupLength,
}: Readonly<{ groups: number; groupLength: number }>): string {
  const randomCharacter = () => BASE32.charAt(randomInt(BASE32.length))
  const randomGroup = () => Array.from({ length: groupLength }, randomCharacter).join('')
  return Array.from({ length: groups }, randomGroup).join('-')
}

/**
 * Normalises a typed copy of `randomCopyableText`: ignores case, spaces and dashes, and reads o as 0, i and l
 * as 1.
 */
export function normaliseCopy(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

/** Returns 32 random bytes as base64url, for a new APP_SECRET. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}
