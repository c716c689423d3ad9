import { useEffect } from 'react'

/** Calls `recheck` when the patient comes back to the page from another app or window. */
export function useRecheck(recheck: () => unknown, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const onReturn = () => void recheck()
    addEventListener('focus', onReturn)
    addEventListener('pageshow', onReturn)
    return () => {
      removeEventListener('focus', onReturn)
      removeEventListener('pageshow', onReturn)
    }
  }, [recheck, enabled])
}
