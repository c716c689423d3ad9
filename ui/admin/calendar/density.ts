import { useSyncExternalStore } from 'react'
import type { Density } from './axis.ts'

const KEY = 'ordi_density'
const listeners = new Set<() => void>()
let chosen = readStored()

/** Returns how dense the calendar is. The choice holds for this browser. */
export function useDensity(): Density {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => chosen,
  )
}

export function chooseDensity(density: Density): void {
  chosen = density
  try {
    localStorage.setItem(KEY, density)
  } catch {
    // The browser blocks its storage, so the choice ends with the page.
  }
  for (const listener of listeners) listener()
}

function readStored(): Density {
  try {
    return localStorage.getItem(KEY) === 'comfortable' ? 'comfortable' : 'compact'
  } catch {
    return 'compact'
  }
}
