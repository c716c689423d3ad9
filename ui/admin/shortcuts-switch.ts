import { useSyncExternalStore } from 'react'

const KEY = 'ordi_shortcuts'

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

export function switchShortcuts(on: boolean): void {
  shortcutsOn = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // The browser blocks its storage, so the choice ends with the page.
  }
  for (const listener of listeners) listener()
}

function readStored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}
