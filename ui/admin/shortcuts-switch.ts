import { useSyncExternalStore } from 'react'

/** The name of the choice in local storage. */
const STORAGE_NAME = 'ordi_shortcuts'

const listeners = new Set<() => void>()

let shortcutsOn = readStored()

/** Returns whether the keys are switched on. The choice holds for this browser. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => shortcutsOn,
  )
}

/** Switches the keys on or off, and stores the choice in this browser. */
export function switchShortcuts(on: boolean): void {
  shortcutsOn = on
  try {
    localStorage.setItem(STORAGE_NAME, on ? 'on' : 'off')
  } catch {
    // The browser blocks its storage, so the choice ends with the page.
  }
  for (const listener of listeners) listener()
}

/** Returns the stored choice. Without one, and where storage is blocked, the keys are on. */
function readStored(): boolean {
  try {
    return localStorage.getItem(STORAGE_NAME) !== 'off'
  } catch {
    return true
  }
}
