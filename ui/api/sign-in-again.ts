import { readSession, readUser, watchSession } from './session.ts'
import type { Session, User } from './session-storage.ts'

/** True while the shown page lets its user sign in again. */
let isOffered = false
/** Called when the page stops offering that, for the calls that wait for a sign-in. */
const withdrawalListeners = new Set<() => void>()

/**
 * Registers the shown page as one that lets its user sign in again.
 * @returns a function that undoes this; calls that wait for a sign-in then get no session
 */
export function offerSignIn(): () => void {
  isOffered = true
  return () => {
    isOffered = false
    for (const listener of [...withdrawalListeners]) listener()
  }
}

/**
 * Waits until a user whose session has expired has signed in again.
 * @returns the new session; undefined if nobody can sign in, the user signs out, or somebody else signs in
 */
export function sessionAfterSignIn({ email }: User): Promise<Session | undefined> {
  return new Promise((resolve) => {
    const settleIfDecided = () => {
      const session = readSession()
      const isWaiting = isOffered && !session && readUser()?.email === email
      if (isWaiting) return
      stopWatching()
      withdrawalListeners.delete(settleIfDecided)
      resolve(session?.user.email === email ? session : undefined)
    }
    const stopWatching = watchSession(settleIfDecided)
    withdrawalListeners.add(settleIfDecided)
    // The answer may be clear already, for example because no page offers to sign in.
    settleIfDecided()
  })
}
