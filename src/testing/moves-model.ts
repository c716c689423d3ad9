import { HOUR, MINUTE } from '../shared/day.ts'
import type { MODEL_SERVICES } from './model-services.ts'
import { overlaps, type Span, withoutSpans } from './spans.ts'

/**
 * This module has the model of bookings that are moved, and of their times. Which steps the portal must
 * refuse is in moves-refusals.ts, the expectations after each step in moves-expectations.ts.
 */

/** The model of a booking, from the request or the entry until its end. */
export type ModelBooking = {
  id: string
  hasEmail: boolean
  service: (typeof MODEL_SERVICES)[number]
  status: 'requested' | 'confirmed' | 'rejected' | 'cancelled'
  start: number
  /** The start that its patient asks for. */
  askedStart: number | undefined
  /** How often the patient has moved the booking. */
  patientMoves: number
  attendance: 'arrived' | null
  /** The last change, if it can be undone or the answer to the next decision depends on it. */
  lastChange: Undoable | MoveEnd | undefined
}
/** A change that the practice made, with the state before it. */
export type Undoable = {
  kind: 'confirmed' | 'moved'
  changedAt: number
  /** The instant until which the change can be undone; 0 when the practice has not asked for that. */
  undoableUntil: number
  stateBefore: Pick<ModelBooking, 'status' | 'start' | 'askedStart' | 'attendance'>
  /** The stored row that undo must restore. It is only compared as a whole, so it needs no type. */
  rowBefore: unknown
}
/** The end of a move that the patient asked for, after which the booking keeps its time. */
type MoveEnd = { kind: 'kept' | 'rejected' }
/** All bookings so far, and the absences that close time. */
export type MovesModel = { bookings: ModelBooking[]; absences: { id: number; span: Span }[] }

/** Two mornings with hours from 08:00 to 12:00. */
export const MOVE_DAYS = ['2027-01-12', '2027-01-13']
const MORNING_LENGTH = 4 * HOUR
const morning = (day: number) => Date.parse(`${MOVE_DAYS[day]}T08:00:00+01:00`)

/** Returns a booking that has just been made. */
export function newModelBooking(
  facts: Pick<ModelBooking, 'id' | 'service' | 'start' | 'status' | 'hasEmail'>,
): ModelBooking {
  return { ...facts, askedStart: undefined, patientMoves: 0, attendance: null, lastChange: undefined }
}

/** Ends the move that the patient asks for. The booking keeps its time. */
export function endMove(booking: ModelBooking, kind: 'kept' | 'rejected'): void {
  booking.askedStart = undefined
  booking.lastChange = { kind }
}

/** Returns the last change if it was made undoable; by now it may be too late to undo it. */
export function changeToUndo({ lastChange }: ModelBooking): Undoable | undefined {
  if (lastChange === undefined || isMoveEnd(lastChange)) return undefined
  return lastChange.undoableUntil > 0 ? lastChange : undefined
}

/** Returns whether the change is the end of a move, which cannot be undone. */
export function isMoveEnd(change: Undoable | MoveEnd): change is MoveEnd {
  return change.kind === 'kept' || change.kind === 'rejected'
}

/**
 * Returns a start of the service on one of the mornings. Steps past the end of the morning start again at
 * 08:00.
 */
export function startOfStep(
  service: ModelBooking['service'],
  { day, step }: { day: number; step: number },
): number {
  return morning(day) + ((step * service.stepMin * MINUTE) % MORNING_LENGTH)
}

/** Returns whether the whole appointment, without its paddings, lies within one of the mornings. */
export function isInHours({ durationMin }: ModelBooking['service'], start: number): boolean {
  return MOVE_DAYS.some(
    (_, day) => start >= morning(day) && start + durationMin * MINUTE <= morning(day) + MORNING_LENGTH,
  )
}

/** Returns the time of an appointment without its paddings. */
export function ownSpan({ service }: Pick<ModelBooking, 'service'>, start: number): Span {
  return [start, start + service.durationMin * MINUTE]
}

/** Returns the time of an appointment with its paddings. */
export function paddedSpan({ service, start }: Pick<ModelBooking, 'service' | 'start'>): Span {
  const { paddingBeforeMin, durationMin, paddingAfterMin } = service
  return [start - paddingBeforeMin * MINUTE, start + (durationMin + paddingAfterMin) * MINUTE]
}

/** Returns whether the appointment takes place or may still do so. */
export function isStanding({ status }: ModelBooking): boolean {
  return status === 'requested' || status === 'confirmed'
}

/** Returns whether the appointment has begun, or the time that its patient asks for. */
export function hasBegun({ start, askedStart }: ModelBooking): boolean {
  return Math.min(start, askedStart ?? start) <= Date.now()
}

/** Returns whether the appointment has ended. */
export function isOver({ service, start }: ModelBooking): boolean {
  return ownSpan({ service }, start)[1] <= Date.now()
}

/** Returns the times that a booking occupies: its own, and the one that its patient asks for. */
export function occupiedBy(booking: ModelBooking): Span[] {
  if (!isStanding(booking)) return []
  const { service, askedStart } = booking
  return [
    paddedSpan(booking),
    ...(askedStart === undefined ? [] : [paddedSpan({ service, start: askedStart })]),
  ]
}

/** Returns whether the time is taken for the booking `mover`, or for a new booking without `mover`. */
export function isTaken(model: MovesModel, span: Span, mover?: ModelBooking): boolean {
  return isTakenByOther(model, span, mover) || isClosed(model, span, mover)
}

/** Returns whether a booking other than `mover` occupies a part of the time. */
export function isTakenByOther({ bookings }: MovesModel, span: Span, mover?: ModelBooking): boolean {
  const otherBookings = bookings.filter((booking) => booking !== mover)
  return otherBookings.flatMap(occupiedBy).some((other) => overlaps(other, span))
}

/** Returns whether an absence closes a part of the time that `mover` does not already occupy. */
function isClosed({ absences }: MovesModel, span: Span, mover?: ModelBooking): boolean {
  const needed = mover === undefined ? [span] : withoutSpans([span], occupiedBy(mover))
  return needed.some((part) => absences.some((absence) => overlaps(absence.span, part)))
}
