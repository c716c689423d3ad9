import { type RefObject, useEffect, useRef } from 'react'
import type { OpenRequest } from './use-dashboard.ts'

type RequestFocus = {
  /** The ref of the list, whose rows have a button with `data-step` each. */
  list: RefObject<HTMLUListElement | null>
  /** Remembers the request that is used now, and its place. */
  noteUse: (id: string, index: number) => void
}

/**
 * Gives the focus of a request that has left the list to the next one. A request that comes back, because
 * that was undone, gets it again.
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
    if (isSheetOpen || place >= 0 === isListed) return
    used.current.isListed = place >= 0
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? []
    if (document.activeElement === document.body)
      buttons[Math.min(place < 0 ? index : place, buttons.length - 1)]?.focus()
  }, [requests, isSheetOpen])
  const noteUse = (id: string, index: number) => {
    used.current = { id, index, isListed: true }
  }
  return { list, noteUse }
}
