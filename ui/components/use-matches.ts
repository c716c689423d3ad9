import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns whether a media query matches the window, also when the window changes. While the server renders a
 * page, no query matches.
 */
export function useMatches(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const queryList = matchMedia(query)
      queryList.addEventListener('change', listener)
      return () => queryList.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
