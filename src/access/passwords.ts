import { randomGroups } from './crypto.ts'

/** Loaded with the first password, which makes the start faster. */
const argon2 = () => import('argon2')

/** Argon2id with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const { memoryCost, timeCost, parallelism } = PARAMETERS
/** Verified against where there is no account, so that the answer takes as long as for an existing one. */
const DUMMY_HASH = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * The result of verifying a password. Verbs accept it only while `stored` is still the admin's hash.
 * `renewed` is a new hash of the same password, when the stored one was made with weaker parameters.
 */
export type PasswordCheck = Readonly<{ stored: string | undefined; right: boolean; renewed?: string }>

/** 100 random bits, easy to copy. */
export function randomPassword(): string {
  return randomGroups(4, 5)
}

/** Takes some 25 ms on another thread. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(normalize(password), PARAMETERS)
}

/** Takes the same time whether or not there is a stored hash. */
export async function checkPassword(stored: string | undefined, password: string): Promise<PasswordCheck> {
  const { needsRehash, verify } = await argon2()
  const right = (await verify(stored || DUMMY_HASH, normalize(password))) && !!stored
  if (!right || !needsRehash(stored, PARAMETERS)) return { stored, right }
  return { stored, right, renewed: await hashPassword(password) }
}

/** Keyboards differ in how they compose an umlaut. */
function normalize(password: string): string {
  return password.normalize('NFC')
}
