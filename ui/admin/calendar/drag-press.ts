import type { Drop } from './drop.ts'
import { distanceBetween, type PointerListeners, pointOf, swallowClick, trackPointer } from './pointer.ts'
import {
  beginDrag,
  CLICK_TOLERANCE_PX,
  type DragState,
  type Press,
  type RunningDrag,
} from './running-drag.ts'
import type { CalendarBooking } from './use-calendar.ts'

/** Milliseconds that a finger rests before it drags. A finger that moves earlier scrolls the page. */
const LONG_PRESS_MS = 400

type DragListeners = {
  /** Called with undefined when the drag ends. */
  onDrag: (dragging: DragState | undefined) => void
  onDrop: (booking: CalendarBooking, drop: Drop) => void
}

/**
 * Follows the pointer until it is lifted. A drag starts when a mouse moves or a finger rests.
 * @returns a function that ends the press and its drag
 */
export function followPress(press: Press, { onDrag, onDrop }: DragListeners): () => void {
  const { booking, pointerDown } = press
  const element = pointerDown.currentTarget
  const isMouse = pointerDown.pointerType === 'mouse'
  const pressPoint = pointOf(pointerDown)
  let pointerPoint = pressPoint
  /** The drag that this press has begun. It stays after Escape, so that the press begins no second one. */
  let drag: RunningDrag | undefined
  const isDragging = () => drag?.state() !== undefined

  const startDrag = () => {
    element.setPointerCapture(pointerDown.pointerId)
    drag = beginDrag(press, { pointer: () => pointerPoint, onDrag })
  }
  const longPress = isMouse ? undefined : setTimeout(startDrag, LONG_PRESS_MS)
  const tracking = new AbortController()
  const endPress = () => {
    clearTimeout(longPress)
    drag?.cancel()
    tracking.abort()
  }
  const listeners: PointerListeners = {
    onMove: (event) => {
      pointerPoint = pointOf(event)
      if (drag !== undefined) {
        if (isDragging()) drag.follow()
        return
      }
      if (distanceBetween(pointerPoint, pressPoint) <= CLICK_TOLERANCE_PX) return
      if (isMouse) startDrag()
      else endPress()
    },
    onUp: () => {
      const drop = drag?.state()?.drop
      endPress()
      if (drag) swallowClick(element)
      if (drop && isAllowed(drop)) onDrop(booking, drop)
    },
    onCancel: endPress,
    onKey: (event) => {
      if (!isDragging()) return
      // Otherwise the key would also turn the calendar or close a sheet below the drag.
      event.stopPropagation()
      if (event.key === 'Escape') drag?.cancel()
    },
  }
  trackPointer(pointerDown.pointerId, listeners, tracking.signal)
  return endPress
}

function isAllowed({ verdict }: Drop): boolean {
  return verdict === 'free' || verdict === 'outside'
}
