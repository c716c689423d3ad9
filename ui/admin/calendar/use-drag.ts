import { type PointerEvent, type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { canMove } from '../appointment/actions-on.ts'
import { followPress } from './drag-press.ts'
import type { Drop } from './drop.ts'
import type { DragState } from './running-drag.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'

/** The state and the handlers by which appointments are dragged. */
export type DragHandling = {
  /** Undefined while nothing is dragged. */
  dragging: DragState | undefined
  /** Returns the handlers that make an element draggable, or none for an appointment that cannot be moved. */
  handlesFor: (booking: CalendarBooking) => { onPointerDown?: (event: PointerEvent<HTMLElement>) => void }
  /** The ref of the element that contains everything draggable. */
  areaRef: RefCallback<HTMLElement>
}

export type DragOptions = {
  /** The times that decide on a drop; undefined while they load, when nothing can be dragged. */
  calendar: Calendar | undefined
  /** True while the columns are on the page. Otherwise they appear when the drag begins. */
  areColumnsOnPage: boolean
  /** Called when an appointment is dropped where it may be moved to. */
  onDrop: (booking: CalendarBooking, drop: Drop) => void
}

/** Events with which browsers scroll or open the menu of a long press. They are prevented during a drag. */
const PREVENTED_EVENTS = ['touchmove', 'contextmenu']

/**
 * Drags appointments to another time with the mouse, or with a finger after a long press. Columns are
 * elements with `data-drop` (their day), `data-axis` (an Axis) and optionally `data-resource` (whose column
 * it is). Escape or a drop elsewhere cancels the drag.
 */
export function useDrag({ calendar, areColumnsOnPage, onDrop }: DragOptions): DragHandling {
  const [dragging, setDragging] = useState<DragState>()
  // Holds whether `dragging` is defined. The listeners of the area read it, because they are added only once
  // and would not see later state.
  const isDraggingRef = useRef(false)
  const endPressRef = useRef<() => void>(undefined)
  // A press must not outlive the page on which it began.
  useEffect(() => () => endPressRef.current?.(), [])

  const areaRef = useCallback((element: HTMLElement | null) => {
    if (!element) return
    // These listeners must be added before the finger touches, or the browser would scroll.
    const prevent = (event: Event) => isDraggingRef.current && event.preventDefault()
    for (const kind of PREVENTED_EVENTS) element.addEventListener(kind, prevent, { passive: false })
    return () => {
      for (const kind of PREVENTED_EVENTS) element.removeEventListener(kind, prevent)
    }
  }, [])

  const changeDragging = (next: DragState | undefined) => {
    isDraggingRef.current = next !== undefined
    setDragging(next)
  }
  const beginPress = (booking: CalendarBooking, pointerDown: PointerEvent<HTMLElement>) => {
    // A second finger and other mouse buttons have their own meaning.
    if (!calendar || !pointerDown.isPrimary || pointerDown.button !== 0) return
    endPressRef.current?.()
    endPressRef.current = followPress(
      { calendar, booking, areColumnsOnPage, pointerDown },
      { onDrag: changeDragging, onDrop },
    )
  }

  return {
    dragging,
    handlesFor: (booking) =>
      canMove(booking, serverNow()) ? { onPointerDown: (event) => beginPress(booking, event) } : {},
    areaRef,
  }
}
