import { useSyncExternalStore } from 'react'

/**
 * The calls that wait until the user has proved who uses the session (docs/behaviour.md 12.47) in a dialog,
 * or has closed that dialog. Each gets the answer by its function.
 */
let waitingCalls: readonly ((isGiven: boolean) => void)[] = []
/** Called when calls begin or end to wait. */
const listeners = new Set<() => void>()
/** True while a page is shown that can ask for a proof. */
let isOffered = false

/** Returns whether a call waits for a proof. */
export function useProofAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waitingCalls.length > 0,
  )
}

/**
 * Says that a page is shown that asks for proofs.
 * @returns a function that takes that back; waiting calls then learn that there is no proof
 */
export function offerProof(): () => void {
  isOffered = true
  return () => {
    isOffered = false
    answerProof(false)
  }
}

/** Waits for a proof. @returns false if the user gives none, or no page can ask for it */
export function askForProof(): Promise<boolean> {
  if (!isOffered) return Promise.resolve(false)
  return new Promise((resolve) => {
    waitingCalls = [...waitingCalls, resolve]
    notify()
  })
}

/** Answers all calls that wait for a proof. */
export function answerProof(isGiven: boolean): void {
  const answered = waitingCalls
  waitingCalls = []
  notify()
  for (const resolve of answered) resolve(isGiven)
}

function notify() {
  for (const listener of [...listeners]) listener()
}
