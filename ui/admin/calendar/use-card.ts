import { useEffect, useRef, useState } from 'react'

/**
 * The appointment whose card is open. The press that closes it is also a click, which must not open it again
 * when it was on the card's own box.
 */
export function useCard() {
  const [shown, show] = useState<{ id: string; anchor: Element }>()
  const isPressed = useRef(false)
  const closedByPress = useRef<string>(undefined)
  useEffect(() => {
    const press = (isDown: boolean) => () => {
      isPressed.current = isDown
      closedByPress.current = undefined
    }
    const listeners = new AbortController()
    const { signal } = listeners
    // A press is noted before it closes the card, and forgotten after its click has been handled.
    addEventListener('pointerdown', press(true), { signal, capture: true })
    addEventListener('click', press(false), { signal })
    addEventListener('keydown', press(false), { signal, capture: true })
    return () => listeners.abort()
  }, [])
  return {
    shown,
    open: (id: string, anchor: Element) => {
      if (closedByPress.current !== id) show({ id, anchor })
    },
    close: () => {
      closedByPress.current = isPressed.current ? shown?.id : undefined
      show(undefined)
    },
  }
}
