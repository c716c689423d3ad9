import { useEffect, useRef, useState } from 'react'

/**
 * Keeps the appointment whose card is open. A press outside closes the card. If the press is on the box of
 * the same appointment, the click that follows must not open the card again.
 */
export function useOpenCard() {
  const [shown, setShown] = useState<{ id: string; anchor: Element }>()
  const isPressedRef = useRef(false)
  /** The id of the appointment whose card the present press has closed. */
  const closedByPressRef = useRef<string>(undefined)
  useEffect(() => {
    const beginPress = () => {
      isPressedRef.current = true
      closedByPressRef.current = undefined
    }
    const forgetPress = () => {
      isPressedRef.current = false
      closedByPressRef.current = undefined
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
      if (closedByPressRef.current !== id) setShown({ id, anchor })
    },
    close: () => {
      closedByPressRef.current = isPressedRef.current ? shown?.id : undefined
      setShown(undefined)
    },
  }
}
