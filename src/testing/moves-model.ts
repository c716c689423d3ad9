import { canCancel, DEFAULT_CANCEL_HOURS } from '../shared/cut-off.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import type { MODEL_SERVICES } from './demo-services.ts'
import { overlaps, type Span, withoutSpans } from './spans.ts'
import type { TestApp } from './test-app.ts'

/**
 * This module has the model of bookings that are moved: their times, and which steps the portal must refuse.
 * The expectations after each step are in moves-expectations.ts.
 */

/** The model of a booking, from the request or the entry until its end. */
export type Life = {
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
/** A change that the practice made at `at`, with the state before it. */
export type Undoable = {
  kind: 'confirmed' | 'moved'
  at: number
  /** The instant until which the change can be undone; 0 when the practice has not asked for that. */
  until: number
  before: Pick<Life, 'status' | 'start' | 'askedStart' | 'attendance'>
  /** The stored row that undo must restore. It is only compared as a whole, so it needs no type. */
  rowBefore: unknown
}
/** The end of a move that the patient asked for, after which the booking keeps its time. */
type MoveEnd = { kind: 'kept' | 'rejected' }
export type MovesModel = { lives: Life[]; absences: { id: number; span: Span }[] }

/** Two mornings with hours from 08:00 to 12:00. */
export const MOVE_DAYS = ['2027-01-12', '2027-01-13']
const MORNING_LENGTH = 4 * HOUR
/** A copy of the portal's limit, so that the model notices when it changes. */
const MOVES_OF_PATIENT = 3
const morning = (day: number) => Date.parse(`${MOVE_DAYS[day]}T08:00:00+01:00`)

/** Returns a booking that has just been made. */
export function newLife(facts: Pick<Life, 'id' | 'service' | 'start' | 'status' | 'hasEmail'>): Life {
  return { ...facts, askedStart: undefined, patientMoves: 0, attendance: null, lastChange: undefined }
}

/** Ends the move that the patient asks for. The booking keeps its time. */
export function endMove(life: Life, kind: 'kept' | 'rejected'): void {
  life.askedStart = undefined
  life.lastChange = { kind }
}

/**
 * Returns the code with which the portal must refuse to enter a booking, or undefined if it must accept. The
 * other `refusal…` functions do the same for other steps.
 */
export function refusalToEnter(start: number, isFree: boolean): string | undefined {
  if (start < Date.now()) return 'invalid'
  return isFree ? undefined : 'slot_taken'
}

export function refusalOfStaffMove(model: MovesModel, life: Life, start: number): string | undefined {
  if (!isStanding(life)) return 'already_decided'
  if (isOver(life)) return 'too_late'
  if (start === life.start) return undefined
  return refusalToEnter(start, !isTaken(model, paddedSpan({ ...life, start }), life))
}

export function refusalOfPatientMove(model: MovesModel, life: Life, start: number): string | undefined {
  if (!isStanding(life)) return 'already_decided'
  if (start === life.askedStart || start === life.start) return undefined
  if (!canCancel({ start: life.start, now: Date.now(), cancelHours: DEFAULT_CANCEL_HOURS })) return 'too_late'
  if (life.patientMoves >= MOVES_OF_PATIENT) return 'too_many'
  const isFree = !isTaken(model, paddedSpan({ ...life, start }), life)
  return isFree && start > Date.now() && isInHours(life.service, start) ? undefined : 'slot_taken'
}

export function refusalToUndo(
  app: TestApp,
  model: MovesModel,
  { life, change }: { life: Life; change: Undoable | undefined },
): string | undefined {
  const { id, status } = life
  const isStillAsked = status === 'requested' && change !== undefined
  if (status !== 'confirmed' && !isStillAsked) return 'already_decided'
  if (change === undefined || change.until <= Date.now() || wasRemindedSince(app, id, change.at))
    return 'too_late'
  const earlierSpans = occupiedBy({ ...life, ...change.before })
  // Undo restores a booking even if its time has been closed since.
  return earlierSpans.some((span) => isTakenByOther(model, span, life)) ? 'slot_taken' : undefined
}

export function refusalToConfirm(life: Life): string | undefined {
  const hasMoveEnded = life.lastChange !== undefined && isMoveEnd(life.lastChange)
  if (hasMoveEnded || !isStanding(life)) return 'already_decided'
  const isOpen = life.status === 'requested' || life.askedStart !== undefined
  return isOpen && hasBegun(life) ? 'too_late' : undefined
}

/** Returns the last change if it was made undoable; by now it may be too late to undo it. */
export function changeToUndo({ lastChange }: Life): Undoable | undefined {
  if (lastChange === undefined || isMoveEnd(lastChange)) return undefined
  return lastChange.until > 0 ? lastChange : undefined
}

function isMoveEnd(change: Undoable | MoveEnd): change is MoveEnd {
  return change.kind === 'kept' || change.kind === 'rejected'
}

/**
 * Returns a start of the service on one of the mornings. Steps past the end of the morning start again at
 * 08:00.
 */
export function startOfStep(service: Life['service'], { day, step }: { day: number; step: number }): number {
  return morning(day) + ((step * service.step * MINUTE) % MORNING_LENGTH)
}

/** Returns whether the whole appointment, without its paddings, lies within one of the mornings. */
export function isInHours({ length }: Life['service'], start: number): boolean {
  return MOVE_DAYS.some(
    (_, day) => start >= morning(day) && start + length * MINUTE <= morning(day) + MORNING_LENGTH,
  )
}

/** Returns the time of an appointment without its paddings. */
export function ownSpan({ service }: Pick<Life, 'service'>, start: number): Span {
  return [start, start + service.length * MINUTE]
}

/** Returns the time of an appointment with its paddings. */
export function paddedSpan({ service, start }: Pick<Life, 'service' | 'start'>): Span {
  return [start - service.before * MINUTE, start + (service.length + service.after) * MINUTE]
}

/** Returns whether the appointment takes place or may still do so. */
export function isStanding({ status }: Life): boolean {
  return status === 'requested' || status === 'confirmed'
}

/** Returns whether the appointment has begun, or the time that its patient asks for. */
export function hasBegun({ start, askedStart }: Life): boolean {
  return Math.min(start, askedStart ?? start) <= Date.now()
}

/** Returns whether the appointment has ended. */
export function isOver({ service, start }: Life): boolean {
  return ownSpan({ service }, start)[1] <= Date.now()
}

/** Returns the times that a booking occupies: its own, and the one that its patient asks for. */
export function occupiedBy(life: Life): Span[] {
  if (!isStanding(life)) return []
  const { service, askedStart } = life
  return [paddedSpan(life), ...(askedStart === undefined ? [] : [paddedSpan({ service, start: askedStart })])]
}

/** Returns whether the time is taken for the booking `mover`, or for a new booking without `mover`. */
export function isTaken(model: MovesModel, span: Span, mover?: Life): boolean {
  return isTakenByOther(model, span, mover) || isClosed(model, span, mover)
}

/** Returns whether a booking other than `mover` occupies a part of the time. */
function isTakenByOther({ lives }: MovesModel, span: Span, mover?: Life): boolean {
  const otherLives = lives.filter((life) => life !== mover)
  return otherLives.flatMap(occupiedBy).some((other) => overlaps(other, span))
}

/** Returns whether an absence closes a part of the time that `mover` does not already occupy. */
function isClosed({ absences }: MovesModel, span: Span, mover?: Life): boolean {
  const needed = mover === undefined ? [span] : withoutSpans([span], occupiedBy(mover))
  return needed.some((part) => absences.some((absence) => overlaps(absence.span, part)))
}

function wasRemindedSince(app: TestApp, id: string, at: number): boolean {
  const reminders = `select id from messages where kind = 'reminder' and booking_id = ? and created_at >= ?`
  return app.rows(reminders, id, at).length > 0
}
