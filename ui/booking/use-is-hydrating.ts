import { useSyncExternalStore } from 'react'

/**
 * Returns whether React is taking over a page that the server has rendered. React reads the third argument
 * only then, and the second one in every later rendering.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
}

/** Subscribes to a store that never changes, so subscribing and unsubscribing do nothing. */
const neverChanges = () => () => {}
