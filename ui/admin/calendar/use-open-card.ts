import { useEffect, useRef, useState } from 'react'

/**
 * Keeps the appointment whose card is open. A press outside closes the card. If the press is on the box of
 * the same appointment, the click that follows must not open the card again.
 */
export function useOpenCard() {
  const [shown, setShown] = useState<{ id: string; anchor: Element }>()
  /** The present press, and the id of the appointment whose card it has closed; undefined between presses. */
  const pressRef = useRef<{ closedId?: string | undefined }>(undefined)
  useEffect(() => {
    const beginPress = () => {
      pressRef.current = {}
    }
    const forgetPress = () => {
      pressRef.current = undefined
    }
    const listeners = new AbortController()
    const { signal } = listeners
    // The capturing listener runs before the card closes, the other one after the click has been handled.
    addEventListener('pointerdown', beginPress, { signal, capture: true })
    addEventListener('click', forgetPress, { signal })
    // A key may open the card again that a press has closed.
    addEventListener('keydown', forgetPress, { signal, capture: true })
    return () => listeners.abort()
  }, [])
  return {
    shown,
    open: (id: string, anchor: Element) => {
      if (pressRef.current?.closedId !== id) setShown({ id, anchor })
    },
    close: () => {
      if (pressRef.current) pressRef.current = { closedId: shown?.id }
      setShown(undefined)
    },
  }
}
