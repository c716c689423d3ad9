import { useSyncExternalStore } from 'react'

type StoredChoiceOptions<Choice> = {
  /** The name of the choice in local storage. */
  key: string
  /** The value until the user chooses, and where the browser blocks its storage. */
  usual: Choice
  /** The only other value. */
  other: Choice
}

/**
 * A choice of the user between two values, which holds for all pages of this browser and is stored for later
 * visits.
 */
export function storedChoice<Choice extends string>({ key, usual, other }: StoredChoiceOptions<Choice>) {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  let chosen = readStored(key) === other ? other : usual
  return {
    /** Returns the chosen value. A component that uses it renders again after a change. */
    useChoice: (): Choice => useSyncExternalStore(subscribe, () => chosen),
    choose: (choice: Choice): void => {
      chosen = choice
      store(key, choice)
      for (const listener of listeners) listener()
    },
  }
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // The browser blocks its storage.
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The browser blocks its storage, so the choice lasts only until the page is closed.
  }
}
