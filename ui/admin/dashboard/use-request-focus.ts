import { type RefObject, useEffect, useRef } from 'react'
import type { OpenRequest } from './use-dashboard.ts'

type RequestFocus = {
  /** The ref of the list, whose rows have a button with `data-step` each. */
  list: RefObject<HTMLUListElement | null>
  /** Remembers the request that is being used, and its index in the list. */
  noteUse: (id: string, index: number) => void
}

/**
 * Gives the focus of a request that has left the list to the next one. A request that comes back, because its
 * decision was undone, gets the focus again.
 */
export function useRequestFocus(
  requests: readonly OpenRequest[],
  { isSheetOpen }: { isSheetOpen: boolean },
): RequestFocus {
  const listRef = useRef<HTMLUListElement>(null)
  const lastUsedRef = useRef({ id: '', index: 0, wasListed: false })
  useEffect(() => {
    const lastUsed = lastUsedRef.current
    const presentIndex = requests.findIndex(({ id }) => id === lastUsed.id)
    const isListed = presentIndex >= 0
    if (isSheetOpen || isListed === lastUsed.wasListed) return
    lastUsed.wasListed = isListed
    // The focus falls back to the body when its row disappears. Elsewhere the user has moved it, and it
    // stays.
    if (document.activeElement !== document.body) return
    const buttons = listRef.current?.querySelectorAll<HTMLElement>('[data-step]') ?? []
    // The next request has moved up to the index of the one that has left the list.
    const focusedIndex = isListed ? presentIndex : lastUsed.index
    buttons[Math.min(focusedIndex, buttons.length - 1)]?.focus()
  }, [requests, isSheetOpen])
  const noteUse = (id: string, index: number) => {
    lastUsedRef.current = { id, index, wasListed: true }
  }
  return { list: listRef, noteUse }
}
