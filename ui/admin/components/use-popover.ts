import { useRef, useState } from 'react'

/** Milliseconds within which a click belongs to the press outside that has just closed the popover. */
const CLICK_AFTER_PRESS_MS = 300

/** The state of a popover whose anchor is a button that opens and closes it. */
export function usePopover() {
  const [isOpen, setOpen] = useState(false)
  const dismissedAtRef = useRef(Number.NEGATIVE_INFINITY)
  return {
    isOpen,
    close: () => setOpen(false),
    /**
     * For `onClose` of the popover. A press outside may be on the button, which must then not reopen the
     * popover.
     */
    dismiss: () => {
      dismissedAtRef.current = performance.now()
      setOpen(false)
    },
    toggle: () => setOpen(!isOpen && performance.now() - dismissedAtRef.current > CLICK_AFTER_PRESS_MS),
  }
}
