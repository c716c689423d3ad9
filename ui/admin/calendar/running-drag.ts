import type { PointerEvent } from 'react'
import { serverNow } from '../../api/server-clock.ts'
import { type Axis, minutesAtY } from './axis.ts'
import { type Drop, type DropPoint, dropAt } from './drop.ts'
import { distanceBetween, pointOf, scrollAtEdge, type WindowPoint } from './pointer.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import { minutesOn } from './wall-span.ts'

/** Pixels that a pointer may move during a click or a long press. */
export const CLICK_TOLERANCE_PX = 10
/** Pixels that a pointer may move before it points to a column that has just appeared under it. */
const APPEARED_TOLERANCE_PX = 30

/** A dragged appointment, and where it would be dropped. */
export type DragState = {
  booking: CalendarBooking
  /** Undefined while the pointer points to no column. */
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
  /** Finds the drop anew after the pointer has moved. */
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
  const { calendar, booking, areColumnsOnPage, pointerDown } = press
  const findStart = startFinder(press)
  let state: DragState | undefined
  let scrollFrame = 0
  const changeState = (next: DragState | undefined) => {
    state = next
    onDrag(next)
  }
  const follow = () => {
    const start = findStart(pointer())
    const drop = start && dropAt(calendar, { booking, point: start, now: serverNow() })
    // A pointer moves many times a second, so the columns are redrawn only when the drop changes.
    if (state && JSON.stringify(drop) === JSON.stringify(state.drop)) return
    changeState({ booking, drop })
  }
  const scrollInEachFrame = () => {
    scrollAtEdge({ y: pointer().y, yAtStart: pointerDown.clientY })
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
 * Returns a function that finds the start under the pointer; undefined outside the columns. A trembling hand
 * moves nothing: until the pointer has clearly moved, it finds the present start, or none in columns that
 * have just appeared.
 */
function startFinder(press: Press): (pointer: WindowPoint) => DropPoint | undefined {
  const { areColumnsOnPage, pointerDown } = press
  const pressPoint = pointOf(pointerDown)
  const minutesToPress = minutesFromStartTo(pressPoint, press)
  const tolerancePx = areColumnsOnPage ? CLICK_TOLERANCE_PX : APPEARED_TOLERANCE_PX
  let hasMoved = false
  return (pointer) => {
    hasMoved ||= distanceBetween(pointer, pressPoint) > tolerancePx
    if (!hasMoved && !areColumnsOnPage) return undefined
    const pointed = columnPointAt(hasMoved ? pointer : pressPoint)
    return pointed && { ...pointed, at: pointed.at - minutesToPress }
  }
}

/**
 * Returns the minutes from the start of the appointment to the pressed place, which a drag keeps. In columns
 * that have just appeared there is no such distance, and the pointer marks the start.
 */
function minutesFromStartTo(pressPoint: WindowPoint, { booking, areColumnsOnPage }: Press): number {
  const pressed = areColumnsOnPage ? columnPointAt(pressPoint) : undefined
  // An appointment across midnight may be pressed on the day on which it ends.
  return pressed === undefined ? 0 : pressed.at - minutesOn(pressed.day, booking.start)
}

/**
 * Returns the day and time at a point of the window; undefined outside the columns. `useDrag` says which
 * attributes a column has.
 */
function columnPointAt({ x, y }: WindowPoint): DropPoint | undefined {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  const { drop: day, axis: axisJson, resource: resourceId } = column?.dataset ?? {}
  if (!column || day === undefined || axisJson === undefined) return undefined
  const axis: Axis = JSON.parse(axisJson)
  return { day, resourceId, at: minutesAtY(axis, y - column.getBoundingClientRect().top) }
}
