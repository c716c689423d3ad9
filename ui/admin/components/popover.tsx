import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { keepBeside, type Side } from './keep-beside.ts'
import styles from './popover.module.css'

type PopoverProps = {
  /** The accessible name. */
  label: string
  /** Returns the element next to which the popover is placed. */
  anchor: () => Element | null
  side?: Side
  /** Called on Escape and on a press outside. */
  onClose: () => void
  children: ReactNode
}

/**
 * A box beside its anchor, over everything else. The page stays usable: a press on a button outside closes
 * the box and also presses that button. The focus moves to `[data-autofocus]`, and back when the box closes.
 */
export function Popover({ label, anchor, side = 'below', onClose, children }: PopoverProps) {
  const boxRef = useRef<HTMLDivElement>(null)
  const findAnchor = useEffectEvent(anchor)
  const reportClosed = useEffectEvent(onClose)

  // This is a layout effect, because a popover that React has already removed does not return the focus.
  useLayoutEffect(() => {
    const box = boxRef.current
    if (!box) return
    box.showPopover()
    box.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    const stopPlacing = keepBeside(box, () => findAnchor(), side)
    const removed = new AbortController()
    box.addEventListener(
      'beforetoggle',
      (event) => event.newState === 'closed' && !removed.signal.aborted && reportClosed(),
      { signal: removed.signal },
    )
    return () => {
      stopPlacing()
      // The listener must not report a box that React removes.
      removed.abort()
      if (box.matches(':popover-open')) box.hidePopover()
    }
  }, [side])

  return (
    <div
      ref={boxRef}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles.popover}
      // The same key must not also close the dialog that contains the popover.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}
