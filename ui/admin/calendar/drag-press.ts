import type { PointerEvent } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { minutesAt } from './axis.ts'
import { type Drop, type DropPoint, dropAt } from './drop.ts'
import { scrollAtEdge, swallowClick, trackPointer } from './pointer.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import { wallMinutesOfIso } from './wall-span.ts'

/** Milliseconds that a finger rests before it drags. A finger that moves earlier scrolls the page. */
const LONG_PRESS_MS = 400
/** Pixels that a pointer may move during a click or a long press. */
const CLICK_TOLERANCE_PX = 10
/** Pixels that a pointer has to move when the columns have just appeared under it, at some time by chance. */
const LEAVE_TOLERANCE_PX = 30

export type Dragging = {
  booking: CalendarBooking
  /** The time under the pointer; undefined where there is no column. */
  drop: Drop | undefined
}

/** A press on an appointment that may become a drag. */
type Press = {
  calendar: Calendar
  booking: CalendarBooking
  /** True while the columns are on the page. Otherwise they appear when the drag begins. */
  isInPlace: boolean
  down: PointerEvent<HTMLElement>
}

type DragListeners = {
  /** Undefined when the drag is over. */
  onDrag: (dragging: Dragging | undefined) => void
  onDrop: (booking: CalendarBooking, drop: Drop) => void
}

/**
 * Follows the pointer until it is lifted: as a drag once a mouse has moved or a finger has rested.
 * @returns a function that ends it
 */
export function followPress(press: Press, { onDrag, onDrop }: DragListeners): () => void {
  const { booking, isInPlace, down } = press
  const element = down.currentTarget
  const isMouse = down.pointerType === 'mouse'
  const pressed = pointOf(down)
  let pointer = pressed
  let findDrop = (_: Point): Drop | undefined => undefined
  let dragging: Dragging | undefined
  let hasBegun = false
  let frame = 0

  const change = (next: Dragging | undefined) => {
    dragging = next
    onDrag(next)
  }
  const follow = () => {
    const drop = findDrop(pointer)
    if (dragging && JSON.stringify(drop) === JSON.stringify(dragging.drop)) return
    change({ booking, drop })
  }
  const scroll = () => {
    scrollAtEdge(pointer.y, pressed.y)
    follow()
    frame = requestAnimationFrame(scroll)
  }
  const begin = () => {
    hasBegun = true
    element.setPointerCapture(down.pointerId)
    findDrop = dropFinder(press)
    if (isInPlace) frame = requestAnimationFrame(scroll)
    follow()
  }
  const cancel = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    change(undefined)
  }
  const end = () => {
    cancel()
    untrack()
  }
  const timer = isMouse ? undefined : setTimeout(begin, LONG_PRESS_MS)
  const untrack = trackPointer(down.pointerId, {
    onMove: (event) => {
      pointer = pointOf(event)
      if (dragging) return follow()
      if (distance(pointer, pressed) <= CLICK_TOLERANCE_PX || hasBegun) return
      if (isMouse) begin()
      else end()
    },
    onUp: () => {
      const drop = dragging?.drop
      end()
      if (hasBegun) swallowClick(element)
      if (drop && (drop.verdict === 'free' || drop.verdict === 'outside')) onDrop(booking, drop)
    },
    onCancel: end,
    onKey: (event) => {
      if (!dragging) return
      event.stopPropagation()
      if (event.key === 'Escape') cancel()
    },
  })
  return end
}

type Point = { x: number; y: number }

function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
  return { x: clientX, y: clientY }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/**
 * Returns a function that finds the time under the pointer. It is the present one until the pointer has left
 * its place.
 */
function dropFinder({ calendar, booking, isInPlace, down }: Press): (pointer: Point) => Drop | undefined {
  const pressed = pointOf(down)
  // In columns that appear under the pointer, the pointer marks the start of the appointment.
  const minutesAbove = isInPlace ? (columnPointAt(pressed)?.at ?? 0) - wallMinutesOfIso(booking.start) : 0
  let hasLeft = false
  return (pointer) => {
    hasLeft ||= distance(pointer, pressed) > (isInPlace ? CLICK_TOLERANCE_PX : LEAVE_TOLERANCE_PX)
    if (!hasLeft && !isInPlace) return undefined
    const point = columnPointAt(hasLeft ? pointer : pressed)
    return point && dropAt(calendar, booking, { ...point, at: point.at - minutesAbove }, serverNow())
  }
}

/** Returns what lies at this point of the window, or undefined outside the columns. */
function columnPointAt({ x, y }: Point): DropPoint | undefined {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  if (!column) return undefined
  const { drop: day = '', axis = '', resource } = column.dataset
  return { day, resource, at: minutesAt(JSON.parse(axis), y - column.getBoundingClientRect().top) }
}
