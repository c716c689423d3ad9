import { composed } from '../shared/normalize-line.ts'
import { Problem } from '../shared/problems.ts'
import { randomCopyableText } from './random.ts'

/** The library is loaded with the first password, which makes the start faster. */
const argon2 = () => import('argon2')

/** Argon2id with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const { memoryCost, timeCost, parallelism } = PARAMETERS

/**
 * A password for an unknown account is verified against this hash, so that the answer takes as long as for a
 * known one.
 */
const DUMMY_HASH = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * The most logins of unknown browsers that may wait for their turn. Each takes about 25 ms, so the last one
 * starts within half a second.
 */
const MAX_WAITING = 16
/** Callbacks that start the work of the waiting calls. Known browsers and sessions go first. */
const waitingCalls: Record<'known' | 'unknown', (() => void)[]> = { known: [], unknown: [] }
/** Whether a password is being hashed or verified now. */
let isRunning = false

/** The result of verifying a password. */
export type PasswordCheck = Readonly<{
  /** The hash with which the password was compared. If it has been replaced, the result no longer counts. */
  stored: string | undefined
  isRight: boolean
  /** A new hash of the same password, when the stored hash was made with weaker parameters. */
  renewed?: string
}>

/** Returns a password of 100 random bits that is easy to copy by hand. */
export function randomPassword(): string {
  return randomCopyableText({ groups: 4, groupLength: 5 })
}

/**
 * Hashes a password, which takes about 25 ms on another thread. Whoever sets one has a session, a link or the
 * right password, so it goes before the logins of unknown browsers.
 */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return inTurn(() => hash(normalize(password), PARAMETERS), { isKnown: true })
}

/**
 * Compares a password with the stored hash. Takes the same time whether or not there is a stored hash.
 * @param isKnown true for a session or a known browser, which goes before all others and is never
 * refused
 * @throws Problem too_many when too many calls wait
 */
export async function checkPassword(
  stored: string | undefined,
  password: string,
  { isKnown = false } = {},
): Promise<PasswordCheck> {
  const { needsRehash, verify } = await argon2()
  const isMatch = await inTurn(() => verify(stored || DUMMY_HASH, normalize(password)), { isKnown })
  const isRight = isMatch && !!stored
  if (!isRight || !needsRehash(stored, PARAMETERS)) return { stored, isRight }
  return { stored, isRight, renewed: await hashPassword(password) }
}

/**
 * Refuses a login while too many wait. Must be called before anything that takes time, so that a flood of
 * logins costs little.
 * @throws Problem too_many when too many passwords wait to be verified
 */
export function assertNotBusy(): void {
  if (waitingCalls.unknown.length >= MAX_WAITING) throw new Problem('too_many', { retry_after: 1 })
}

/**
 * Runs one `work` at a time, so that a flood of logins leaves processor and memory to other calls, even
 * on two cores.
 */
async function inTurn<T>(work: () => Promise<T>, { isKnown }: Readonly<{ isKnown: boolean }>): Promise<T> {
  if (isRunning) {
    if (!isKnown) assertNotBusy()
    await new Promise<void>((start) => waitingCalls[isKnown ? 'known' : 'unknown'].push(start))
  }
  isRunning = true
  try {
    return await work()
  } finally {
    const startNext = waitingCalls.known.shift() ?? waitingCalls.unknown.shift()
    // The flag stays true while the next work starts, so that no new call overtakes a waiting one.
    isRunning = startNext !== undefined
    startNext?.()
  }
}

/** Composes umlauts in one way, because keyboards differ. */
function normalize(password: string): string {
  return composed(password, 'NFC')
}
