import type { PointerEvent } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { minutesAtY } from './axis.ts'
import { type Drop, type DropPoint, dropAt } from './drop.ts'
import { distanceBetween, pointOf, scrollAtEdge, type WindowPoint } from './pointer.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import { minutesOn } from './wall-span.ts'

/** Pixels that a pointer may move during a click or a long press. */
export const CLICK_TOLERANCE_PX = 10
/** Pixels that a pointer has to move when the columns have just appeared under it, at an arbitrary time. */
const LEAVE_TOLERANCE_PX = 30

/** A dragged appointment, and where it would be dropped. */
export type DragState = {
  booking: CalendarBooking
  /** The time under the pointer; undefined where there is no column. */
  drop: Drop | undefined
}

/** A press on an appointment that may become a drag. */
export type Press = {
  calendar: Calendar
  booking: CalendarBooking
  /** True while the columns are on the page. Otherwise they appear when the drag begins. */
  areColumnsOnPage: boolean
  pointerDown: PointerEvent<HTMLElement>
}

/** A drag that has begun. */
export type RunningDrag = {
  /** Returns what is dragged; undefined after `cancel`. */
  state: () => DragState | undefined
  /** Updates the time under the pointer. */
  follow: () => void
  cancel: () => void
}

type BeginDragOptions = {
  /** Returns where the pointer is. */
  pointer: () => WindowPoint
  /** Called with each change of the drag, and with undefined when it ends. */
  onDrag: (dragging: DragState | undefined) => void
}

/** Starts dragging the pressed appointment. Columns on the page scroll while the pointer is at their edge. */
export function beginDrag(press: Press, { pointer, onDrag }: BeginDragOptions): RunningDrag {
  const { booking, areColumnsOnPage, pointerDown } = press
  const findDrop = dropFinder(press)
  let state: DragState | undefined
  let scrollFrame = 0
  const changeState = (next: DragState | undefined) => {
    state = next
    onDrag(next)
  }
  const follow = () => {
    const drop = findDrop(pointer())
    // A pointer moves many times a second, so the columns are redrawn only when the drop changes.
    if (state && JSON.stringify(drop) === JSON.stringify(state.drop)) return
    changeState({ booking, drop })
  }
  const scrollInEachFrame = () => {
    scrollAtEdge({ y: pointer().y, begunAt: pointerDown.clientY })
    follow()
    scrollFrame = requestAnimationFrame(scrollInEachFrame)
  }
  if (areColumnsOnPage) scrollFrame = requestAnimationFrame(scrollInEachFrame)
  follow()
  return {
    state: () => state,
    follow,
    cancel: () => {
      cancelAnimationFrame(scrollFrame)
      changeState(undefined)
    },
  }
}

/**
 * Returns a function that finds the time under the pointer. Until the pointer has clearly moved it gives the
 * time of the press, so that a trembling hand moves nothing.
 */
function dropFinder(press: Press): (pointer: WindowPoint) => Drop | undefined {
  const { calendar, booking, areColumnsOnPage, pointerDown } = press
  const pressPoint = pointOf(pointerDown)
  const minutesAbove = minutesAbovePointer(press)
  const tolerance = areColumnsOnPage ? CLICK_TOLERANCE_PX : LEAVE_TOLERANCE_PX
  let hasLeftPress = false
  return (pointer) => {
    hasLeftPress ||= distanceBetween(pointer, pressPoint) > tolerance
    if (!hasLeftPress && !areColumnsOnPage) return undefined
    const point = columnPointAt(hasLeftPress ? pointer : pressPoint)
    if (point === undefined) return undefined
    const start = { ...point, at: point.at - minutesAbove }
    return dropAt(calendar, { booking, point: start, now: serverNow() })
  }
}

/**
 * Returns the minutes from the start of the appointment to the pressed place, which a drag keeps. In columns
 * that have just appeared there is no such distance, and the pointer marks the start.
 */
function minutesAbovePointer({ booking, areColumnsOnPage, pointerDown }: Press): number {
  if (!areColumnsOnPage) return 0
  const pressed = columnPointAt(pointOf(pointerDown))
  // An appointment across midnight may be pressed on the day on which it ends.
  return pressed === undefined ? 0 : pressed.at - minutesOn(pressed.day, booking.start)
}

/** Returns the day and time that lie at this point of the window, or undefined outside the columns. */
function columnPointAt({ x, y }: WindowPoint): DropPoint | undefined {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  if (!column) return undefined
  const { drop: day = '', axis = '', resource: resourceId } = column.dataset
  return { day, resourceId, at: minutesAtY(JSON.parse(axis), y - column.getBoundingClientRect().top) }
}
