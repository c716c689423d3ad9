import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 900px)')

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** True from 900 px on, where notes stand beside the content. Only where CSS alone cannot decide. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
