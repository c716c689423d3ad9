import { DEFAULT_CANCEL_HOURS, isBeforeCutOff } from '../shared/cut-off.ts'
import {
  hasBegun,
  isInHours,
  isMoveEnd,
  isOver,
  isStanding,
  isTaken,
  isTakenByOther,
  type ModelBooking,
  type MovesModel,
  occupiedBy,
  paddedSpan,
  type Undoable,
} from './moves-model.ts'
import type { TestApp } from './test-app.ts'

/**
 * This module says which steps of the model test of moves the portal must refuse. Each `refusal…` function
 * returns the code of the refusal, or undefined if the portal must accept the step. The order of the
 * conditions matters: if several hold, the portal refuses for the first one.
 */

/** A copy of the portal's limit, so that the model notices when it changes. */
const MOVES_OF_PATIENT = 3

/** Says whether the practice may enter an appointment at a start, by whether its padded time is free. */
export function refusalToEnter(start: number, isFree: boolean): string | undefined {
  if (start < Date.now()) return 'invalid'
  return isFree ? undefined : 'slot_taken'
}

/** Says whether the practice may move a booking to the start. */
export function refusalOfStaffMove(
  model: MovesModel,
  booking: ModelBooking,
  start: number,
): string | undefined {
  if (!isStanding(booking)) return 'already_decided'
  if (isOver(booking)) return 'too_late'
  if (start === booking.start) return undefined
  return refusalToEnter(start, !isTaken(model, paddedSpan({ ...booking, start }), booking))
}

/** Says whether the patient may move a booking, or ask to move it, to the start. */
export function refusalOfPatientMove(
  model: MovesModel,
  booking: ModelBooking,
  start: number,
): string | undefined {
  if (!isStanding(booking)) return 'already_decided'
  if (start === booking.askedStart || start === booking.start) return undefined
  if (!isBeforeCutOff({ start: booking.start, now: Date.now(), cancelHours: DEFAULT_CANCEL_HOURS }))
    return 'too_late'
  if (booking.patientMoves >= MOVES_OF_PATIENT) return 'too_many'
  const isFree = !isTaken(model, paddedSpan({ ...booking, start }), booking)
  return isFree && start > Date.now() && isInHours(booking.service, start) ? undefined : 'slot_taken'
}

/** Says whether the practice may undo the last change of a booking, which is undefined if there is none. */
export function refusalToUndo(
  app: TestApp,
  model: MovesModel,
  { booking, change }: { booking: ModelBooking; change: Undoable | undefined },
): string | undefined {
  const { id, status } = booking
  const isStillAsked = status === 'requested' && change !== undefined
  if (status !== 'confirmed' && !isStillAsked) return 'already_decided'
  if (
    change === undefined ||
    change.undoableUntil <= Date.now() ||
    wasRemindedSince(app, id, change.changedAt)
  )
    return 'too_late'
  const earlierSpans = occupiedBy({ ...booking, ...change.stateBefore })
  // Undo restores a booking even if its time has been closed since.
  return earlierSpans.some((span) => isTakenByOther(model, span, booking)) ? 'slot_taken' : undefined
}

/** Says whether the practice may confirm a request, or the move that a patient asks for. */
export function refusalToConfirm(booking: ModelBooking): string | undefined {
  const hasMoveEnded = booking.lastChange !== undefined && isMoveEnd(booking.lastChange)
  if (hasMoveEnded || !isStanding(booking)) return 'already_decided'
  const isOpen = booking.status === 'requested' || booking.askedStart !== undefined
  return isOpen && hasBegun(booking) ? 'too_late' : undefined
}

/** Returns whether the patient was reminded of the appointment at that instant or later. */
function wasRemindedSince(app: TestApp, id: string, since: number): boolean {
  const reminders = `select id from messages where kind = 'reminder' and booking_id = ? and created_at >= ?`
  return app.rows(reminders, id, since).length > 0
}
