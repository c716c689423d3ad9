import { useSyncExternalStore } from 'react'

/**
 * Some calls need a fresh proof of who uses the session (docs/behaviour.md 12.47). They wait here until the
 * user has given it in a dialog, or has closed that.
 */
let waiting: readonly ((isGiven: boolean) => void)[] = []
const listeners = new Set<() => void>()
/** True while a page is shown that can ask. */
let isOffered = false

/** Returns whether a call waits for a proof. */
export function useProofAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
  )
}

/**
 * Says that a page is shown that asks for proofs.
 * @returns how to take that back; calls that wait are told that there is none
 */
export function offerProof(): () => void {
  isOffered = true
  return () => {
    isOffered = false
    answerProof(false)
  }
}

/** Waits for a proof. @returns false when the user gives none, or no page can ask */
export function askForProof(): Promise<boolean> {
  if (!isOffered) return Promise.resolve(false)
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    notify()
  })
}

/** Answers all calls that wait. */
export function answerProof(isGiven: boolean): void {
  const answered = waiting
  waiting = []
  notify()
  for (const resolve of answered) resolve(isGiven)
}

function notify() {
  for (const listener of [...listeners]) listener()
}
