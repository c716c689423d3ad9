import { type RefObject, useEffect, useRef } from 'react'
import type { OpenRequest } from './use-dashboard.ts'

type RequestFocus = {
  /** The ref of the list, whose rows have a button with `data-step` each. */
  list: RefObject<HTMLUListElement | null>
  /** Remembers the request that is being used, and its place. */
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
  const list = useRef<HTMLUListElement>(null)
  const used = useRef({ id: '', index: 0, isListed: false })
  useEffect(() => {
    const { id, index, isListed } = used.current
    const place = requests.findIndex((request) => request.id === id)
    const isListedNow = place >= 0
    if (isSheetOpen || isListedNow === isListed) return
    used.current.isListed = isListedNow
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? []
    // The focus falls back to the body when its row disappears. Elsewhere the user has moved it, and it
    // stays.
    if (document.activeElement === document.body)
      buttons[Math.min(isListedNow ? place : index, buttons.length - 1)]?.focus()
  }, [requests, isSheetOpen])
  const noteUse = (id: string, index: number) => {
    used.current = { id, index, isListed: true }
  }
  return { list, noteUse }
}
