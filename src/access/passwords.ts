import { randomGroups } from './crypto.ts'

/** Machine code that nobody needs before the first password; the portal answers sooner without it. */
const argon2 = () => import('argon2')

/** Argon2id as the OWASP Password Storage Cheat Sheet asks for: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const { memoryCost, timeCost, parallelism } = PARAMETERS
/** The hash of no password: to hold one against it takes as long as against any other. */
const NOBODYS = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * A password held against a stored hash, on the doorstep. The verb that follows trusts it only while the same hash is
 * stored. `renewed`: the same password under today's parameters, where those have changed since.
 */
export type PasswordCheck = Readonly<{ stored: string | undefined; right: boolean; renewed?: string }>

/** A password that nobody has to think of: 100 random bits, easily copied. */
export function randomPassword(): string {
  return randomGroups(4, 5)
}

/** A new hash with a salt of its own; some 25 ms of work, off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(composed(password), PARAMETERS)
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function checkPassword(stored: string | undefined, password: string): Promise<PasswordCheck> {
  const { needsRehash, verify } = await argon2()
  const right = (await verify(stored || NOBODYS, composed(password))) && !!stored
  if (!right || !needsRehash(stored, PARAMETERS)) return { stored, right }
  return { stored, right, renewed: await hashPassword(password) }
}

/** Keyboards differ in how they write an umlaut; it is the same password. */
function composed(password: string): string {
  return password.normalize('NFC')
}
