import { useSyncExternalStore } from 'react'
import type { Density } from './axis.ts'

/** The choice is stored in the browser under this key. */
const STORAGE_KEY = 'ordi_density'
const listeners = new Set<() => void>()
let chosenDensity = readStored()

/** Returns the density of the calendar that was chosen in this browser. */
export function useDensity(): Density {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => chosenDensity,
  )
}

/** Changes the density of the calendar, on the page and for later visits. */
export function chooseDensity(density: Density): void {
  chosenDensity = density
  try {
    localStorage.setItem(STORAGE_KEY, density)
  } catch {
    // The browser blocks its storage, so the choice lasts only until the page is closed.
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
