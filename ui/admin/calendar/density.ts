import { useSyncExternalStore } from 'react'
import type { Density } from './axis.ts'

/** The choice is stored in the browser under this key. */
const STORAGE_KEY = 'ordi_density'
const listeners = new Set<() => void>()
let chosenDensity = readStored()

/** Returns how dense the calendar is, as somebody has chosen in this browser. */
export function useDensity(): Density {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => chosenDensity,
  )
}

/** Changes how dense the calendar is, on the page and for later visits. */
export function chooseDensity(density: Density): void {
  chosenDensity = density
  try {
    localStorage.setItem(STORAGE_KEY, density)
  } catch {
    // The browser blocks its storage, so the choice ends with the page.
  }
  for (const listener of listeners) listener()
}

function readStored(): Density {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'comfortable' ? 'comfortable' : 'compact'
  } catch {
    // The browser blocks its storage.
    return 'compact'
  }
}
