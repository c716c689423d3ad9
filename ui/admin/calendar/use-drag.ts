import { type PointerEvent, type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { canMove } from '../appointment/actions-on.ts'
import { minutesAt } from './axis.ts'
import { type Drop, type DropPoint, dropAt } from './drop.ts'
import { scrollAtEdge, swallowClick, trackPointer } from './pointer.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import { minutesOf } from './wall-span.ts'

/** Milliseconds that a finger rests before it drags. A finger that moves earlier scrolls the page. */
const LONG_PRESS_MS = 400
/** Pixels that a pointer may move during a click or a long press. */
const CLICK_TOLERANCE_PX = 10
/** Pixels that a pointer has to move when the columns have just appeared under it, at some time by chance. */
const LEAVE_TOLERANCE_PX = 30

type Dragging = {
  booking: CalendarBooking
  /** The time under the pointer; undefined where there is no column. */
  drop: Drop | undefined
}

export type Drag = {
  dragging: Dragging | undefined
  /** Returns the handlers that make an element draggable, or none for an appointment that cannot be moved. */
  handlesFor: (booking: CalendarBooking) => { onPointerDown?: (event: PointerEvent<HTMLElement>) => void }
  /** The ref of the element around everything that can be dragged. */
  area: RefCallback<HTMLElement>
}

type DragOptions = {
  calendar: Calendar | undefined
  /** True while the columns are on the page. Otherwise they appear when the drag begins. */
  isInPlace: boolean
  onDrop: (booking: CalendarBooking, drop: Drop) => void
}

/**
 * Drags appointments to another time by mouse, or by finger after a long press. Columns are elements with
 * `data-drop` (their day), `data-axis` (an Axis) and perhaps `data-resource` (whose column it is). Escape and
 * a drop elsewhere cancel.
 */
export function useDrag({ calendar, isInPlace, onDrop }: DragOptions): Drag {
  const [dragging, setDragging] = useState<Dragging>()
  const isDragging = useRef(false)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const area = useCallback((element: HTMLElement | null) => {
    // These listeners are added before a finger comes down, because the browser would scroll otherwise.
    const prevent = (event: Event) => isDragging.current && event.preventDefault()
    for (const kind of PREVENTED_EVENTS) element?.addEventListener(kind, prevent, { passive: false })
    return () => {
      for (const kind of PREVENTED_EVENTS) element?.removeEventListener(kind, prevent)
    }
  }, [])

  const onPointerDown = (booking: CalendarBooking, down: PointerEvent<HTMLElement>) => {
    if (!calendar || !down.isPrimary || down.button !== 0) return
    stop.current?.()
    const element = down.currentTarget
    const isMouse = down.pointerType === 'mouse'
    // In columns that appear under the pointer, the pointer marks the start of the appointment.
    let above = 0
    let pointer = { x: down.clientX, y: down.clientY }
    let dragged: Dragging | undefined
    let frame = 0
    let hasBegun = false
    let isAway = false

    const distance = () => Math.hypot(pointer.x - down.clientX, pointer.y - down.clientY)
    const follow = () => {
      isAway ||= distance() > (isInPlace ? CLICK_TOLERANCE_PX : LEAVE_TOLERANCE_PX)
      const point = isAway ? pointAt(pointer.x, pointer.y) : isInPlace && pointAt(down.clientX, down.clientY)
      const drop = point
        ? dropAt(calendar, booking, { ...point, at: point.at - above }, serverNow())
        : undefined
      if (dragged && JSON.stringify(drop) === JSON.stringify(dragged.drop)) return
      dragged = { booking, drop }
      setDragging(dragged)
    }
    const begin = () => {
      hasBegun = true
      isDragging.current = true
      element.setPointerCapture(down.pointerId)
      if (isInPlace) {
        above = (pointAt(down.clientX, down.clientY)?.at ?? 0) - minutesOf(booking.start)
        frame = requestAnimationFrame(scroll)
      }
      follow()
    }
    const scroll = () => {
      scrollAtEdge(pointer.y, down.clientY)
      follow()
      frame = requestAnimationFrame(scroll)
    }
    const cancel = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      isDragging.current = false
      dragged = undefined
      setDragging(undefined)
    }
    const end = () => {
      cancel()
      untrack()
    }
    const timer = isMouse ? undefined : setTimeout(begin, LONG_PRESS_MS)
    stop.current = end
    const untrack = trackPointer(down.pointerId, {
      onMove: ({ clientX, clientY }) => {
        pointer = { x: clientX, y: clientY }
        if (isDragging.current) return follow()
        if (distance() <= CLICK_TOLERANCE_PX || hasBegun) return
        if (isMouse) begin()
        else end()
      },
      onUp: () => {
        const drop = dragged?.drop
        end()
        if (hasBegun) swallowClick(element)
        if (drop && (drop.verdict === 'free' || drop.verdict === 'outside')) onDrop(booking, drop)
      },
      onCancel: end,
      onKey: (event) => {
        if (!isDragging.current) return
        event.stopPropagation()
        if (event.key === 'Escape') cancel()
      },
    })
  }

  return {
    dragging,
    handlesFor: (booking) =>
      canMove(booking, serverNow()) ? { onPointerDown: (event) => onPointerDown(booking, event) } : {},
    area,
  }
}

/** Events by which browsers scroll, or open the menu of a long press. They are prevented during a drag. */
const PREVENTED_EVENTS = ['touchmove', 'contextmenu']

/** Returns what lies at this point of the window, or undefined outside the columns. */
function pointAt(x: number, y: number): DropPoint | undefined {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  if (!column) return undefined
  const { drop: day = '', axis = '', resource } = column.dataset
  return { day, resource, at: minutesAt(JSON.parse(axis), y - column.getBoundingClientRect().top) }
}
