import { useSyncExternalStore } from 'react'

/**
 * Callbacks of the calls that wait until the user has given a proof in a dialog, or has closed the dialog
 * (docs/behaviour.md 12.47).
 */
let waitingCalls: readonly ((isGiven: boolean) => void)[] = []
/** Called whenever `waitingCalls` changes. */
const listeners = new Set<() => void>()
/** True while the shown page can ask for a proof. */
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
 * Registers the shown page as one that asks for proofs.
 * @returns a function that undoes this; waiting calls then get no proof
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
    callListeners()
  })
}

/** Answers all calls that wait for a proof. */
export function answerProof(isGiven: boolean): void {
  const answered = waitingCalls
  waitingCalls = []
  callListeners()
  for (const resolve of answered) resolve(isGiven)
}

function callListeners() {
  for (const listener of [...listeners]) listener()
}
