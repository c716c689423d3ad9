import { expect } from 'vitest'
import { recordAttendance } from '../booking/attendance.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { createManualBooking } from '../booking/manual-booking.ts'
import { moveBooking } from '../booking/moves.ts'
import { undoChange } from '../booking/undo.ts'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { canRecordAttendance } from '../shared/attendance.ts'
import { dayAt } from '../time/vienna.ts'
import { CALLER } from './factory.ts'
import { MODEL_SERVICES } from './model-services.ts'
import { pickFrom } from './model-test-commands.ts'
import type { MoveSteps } from './moves-commands.ts'
import { cancelExpecting, resultExpecting, runExpecting } from './moves-expectations.ts'
import {
  changeToUndo,
  endMove,
  isOver,
  isTaken,
  type ModelBooking,
  newModelBooking,
  paddedSpan,
  startOfStep,
  type Undoable,
} from './moves-model.ts'
import { refusalOfStaffMove, refusalToConfirm, refusalToEnter, refusalToUndo } from './moves-refusals.ts'
import type { TestApp } from './test-app.ts'

/** The steps of the practice in the model test of moves, except those of its absences. */
export const STEPS_OF_PRACTICE: MoveSteps<
  'enter' | 'move by staff' | 'undo' | 'arrive' | 'confirm' | 'reject' | 'cancel by staff'
> = {
  enter: (app, model, step) => {
    const service = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const start = startOfStep(service, step)
    const input = { serviceId: service.id, start, contact: CALLER, message: '' }
    const entered = resultExpecting(
      () => createManualBooking(app.assistant(), input),
      refusalToEnter(start, !isTaken(model, paddedSpan({ service, start }))),
    )
    if (entered === undefined) return
    model.bookings.push(
      newModelBooking({ id: entered.id, service, start, status: 'confirmed', hasEmail: false }),
    )
  },
  'move by staff': (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    const start = startOfStep(booking.service, step)
    const { undoable } = step
    const change = changeFrom(app, booking, { kind: 'moved', undoable })
    const isMoved = runExpecting(
      () => moveBooking(app.assistant(), booking.id, { start, message: '', notify: true, undoable }),
      refusalOfStaffMove(model, booking, start),
    )
    if (!isMoved || start === booking.start) return
    Object.assign(booking, {
      start,
      askedStart: undefined,
      attendance: null,
      lastChange: undoable ? change : undefined,
    })
  },
  undo: (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    const change = changeToUndo(booking)
    const refusal = refusalToUndo(app, model, { booking, change })
    if (!runExpecting(() => undoChange(app.assistant(), booking.id), refusal) || change === undefined) return
    Object.assign(booking, { ...change.stateBefore, lastChange: undefined })
    expect(restorableRow(app, booking.id)).toEqual(change.rowBefore)
  },
  arrive: (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    const canRecord = canRecordAttendance(booking.status, dayAt(booking.start), dayAt(Date.now()))
    const isRecorded = runExpecting(
      () => recordAttendance(app.assistant(), booking.id, 'arrived'),
      canRecord ? undefined : 'conflict',
    )
    if (isRecorded) booking.attendance = 'arrived'
  },
  confirm: (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    const { undoable } = step
    const kind = booking.askedStart === undefined ? 'confirmed' : 'moved'
    const change = changeFrom(app, booking, { kind, undoable })
    const isConfirmed = runExpecting(
      () => decideBooking(app.assistant(), booking.id, { decision: 'confirm', undoable }),
      refusalToConfirm(booking),
    )
    if (!isConfirmed) return
    // An appointment that is confirmed already, without a move to decide, stays as it is.
    if (booking.askedStart !== undefined)
      Object.assign(booking, {
        start: booking.askedStart,
        askedStart: undefined,
        attendance: null,
        lastChange: change,
      })
    else if (booking.status === 'requested')
      Object.assign(booking, { status: 'confirmed', lastChange: change })
  },
  reject: (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    // The portal accepts the same rejection again, and does nothing.
    const isRepeated = booking.status === 'rejected' || booking.lastChange?.kind === 'rejected'
    const isOpen = booking.status === 'requested' || booking.askedStart !== undefined
    const isRejected = runExpecting(
      () => decideBooking(app.assistant(), booking.id, { decision: 'reject' }),
      isOpen || isRepeated ? undefined : 'already_decided',
    )
    if (!isRejected || isRepeated) return
    if (booking.askedStart !== undefined) endMove(booking, 'rejected')
    else Object.assign(booking, { status: 'rejected', lastChange: undefined })
  },
  'cancel by staff': (app, model, step) => {
    const booking = pickFrom(model.bookings, step.pick)
    if (booking === undefined) return
    cancelExpecting(booking, isOver(booking), () => cancelByStaff(app.assistant(), booking.id, ''))
  },
}

/** Returns the record of a change that the practice is about to make, with the booking before it. */
function changeFrom(
  app: TestApp,
  booking: ModelBooking,
  { kind, undoable }: { kind: Undoable['kind']; undoable: boolean },
): Undoable {
  const changedAt = Date.now()
  const { status, start, askedStart, attendance } = booking
  return {
    kind,
    changedAt,
    undoableUntil: undoable ? changedAt + UNDO_MS : 0,
    stateBefore: { status, start, askedStart, attendance },
    rowBefore: restorableRow(app, booking.id),
  }
}

/**
 * Returns the columns of the booking that an undo restores. It restores neither the SEQUENCE, which calendars
 * need higher after each update, nor the origin, which a request loses with the first decision.
 */
function restorableRow(app: TestApp, id: string): unknown {
  const { updated_at, calendar_sequence, origin, ...row } =
    app.rows('select * from bookings where id = ?', id)[0] ?? {}
  return row
}
