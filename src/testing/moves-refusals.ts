import { DEFAULT_CANCEL_HOURS, isBeforeCutOff } from '../shared/cut-off.ts'
import {
  hasBegun,
  isInHours,
  isMoveEnd,
  isOver,
  isStanding,
  isTaken,
  isTakenByOther,
  type Life,
  type MovesModel,
  occupiedBy,
  paddedSpan,
  type Undoable,
} from './moves-model.ts'
import type { TestApp } from './test-app.ts'

/**
 * This module says which steps of the model test of moves the portal must refuse. Each `refusal…` function
 * returns the code of the refusal, or undefined if the portal must accept the step.
 */

/** A copy of the portal's limit, so that the model notices when it changes. */
const MOVES_OF_PATIENT = 3

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
  if (!isBeforeCutOff({ start: life.start, now: Date.now(), cancelHours: DEFAULT_CANCEL_HOURS }))
    return 'too_late'
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
  if (
    change === undefined ||
    change.undoableUntil <= Date.now() ||
    wasRemindedSince(app, id, change.changedAt)
  )
    return 'too_late'
  const earlierSpans = occupiedBy({ ...life, ...change.stateBefore })
  // Undo restores a booking even if its time has been closed since.
  return earlierSpans.some((span) => isTakenByOther(model, span, life)) ? 'slot_taken' : undefined
}

export function refusalToConfirm(life: Life): string | undefined {
  const hasMoveEnded = life.lastChange !== undefined && isMoveEnd(life.lastChange)
  if (hasMoveEnded || !isStanding(life)) return 'already_decided'
  const isOpen = life.status === 'requested' || life.askedStart !== undefined
  return isOpen && hasBegun(life) ? 'too_late' : undefined
}

function wasRemindedSince(app: TestApp, id: string, since: number): boolean {
  const reminders = `select id from messages where kind = 'reminder' and booking_id = ? and created_at >= ?`
  return app.rows(reminders, id, since).length > 0
}
