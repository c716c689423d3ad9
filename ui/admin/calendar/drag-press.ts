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
  const { booking, down } = press
  const element = down.currentTarget
  const isMouse = down.pointerType === 'mouse'
  const pressed = pointOf(down)
  let pointer = pressed
  /** Stays defined after Escape, so that the same press begins no second drag. */
  let drag: RunningDrag | undefined

  const begin = () => {
    element.setPointerCapture(down.pointerId)
    drag = beginDrag(press, { pointer: () => pointer, onDrag })
  }
  const longPress = isMouse ? undefined : setTimeout(begin, LONG_PRESS_MS)
  const tracking = new AbortController()
  const end = () => {
    clearTimeout(longPress)
    drag?.cancel()
    tracking.abort()
  }
  const listeners: PointerListeners = {
    onMove: (event) => {
      pointer = pointOf(event)
      if (drag?.dragging()) return drag.follow()
      const hasMoved = distanceBetween(pointer, pressed) > CLICK_TOLERANCE_PX
      if (!hasMoved || drag) return
      if (isMouse) begin()
      else end()
    },
    onUp: () => {
      const drop = drag?.dragging()?.drop
      end()
      if (drag) swallowClick(element)
      if (drop && isAllowed(drop)) onDrop(booking, drop)
    },
    onCancel: end,
    onKey: (event) => {
      if (!drag?.dragging()) return
      // Otherwise the key would also turn the calendar or close a sheet below the drag.
      event.stopPropagation()
      if (event.key === 'Escape') drag.cancel()
    },
  }
  trackPointer(down.pointerId, listeners, tracking.signal)
  return end
}

function isAllowed({ verdict }: Drop): boolean {
  return verdict === 'free' || verdict === 'outside'
}
