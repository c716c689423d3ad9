import { expect } from 'vitest'
import { recordAttendance } from '../booking/attendance.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { closeTime } from '../booking/closed-times.ts'
import { decideBooking } from '../booking/decisions.ts'
import { createManualBooking } from '../booking/manual-booking.ts'
import { moveBooking } from '../booking/moves.ts'
import { undoChange } from '../booking/undo.ts'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { deleteAbsence } from '../schedule/absences.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { canRecordAttendance } from '../shared/attendance.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
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
  type Life,
  MOVE_DAYS,
  type MovesModel,
  newLife,
  ownSpan,
  paddedSpan,
  startOfStep,
  type Undoable,
} from './moves-model.ts'
import { refusalOfStaffMove, refusalToConfirm, refusalToEnter, refusalToUndo } from './moves-refusals.ts'
import { overlaps, type Span } from './spans.ts'
import type { TestApp } from './test-app.ts'

const ABSENCE = { title: 'Fortbildung', resource_id: null }

/** The steps of the practice in the model test of moves. */
export const STEPS_OF_PRACTICE: MoveSteps<
  | 'enter'
  | 'block'
  | 'close'
  | 'open'
  | 'move by staff'
  | 'undo'
  | 'arrive'
  | 'confirm'
  | 'reject'
  | 'cancel by staff'
> = {
  enter: (app, model, step) => {
    const service = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const start = startOfStep(service, step)
    const input = { serviceId: service.id, start, contact: CALLER, message: '' }
    const booking = resultExpecting(
      () => createManualBooking(app.assistant(), input),
      refusalToEnter(start, !isTaken(model, paddedSpan({ service, start }))),
    )
    if (booking === undefined) return
    model.lives.push(newLife({ id: booking.id, service, start, status: 'confirmed', hasEmail: false }))
  },
  block: (app, model, step) => {
    const start = startOfStep(MODEL_SERVICES[0], step)
    const span: Span = [start, start + step.halfHours * 30 * MINUTE]
    const input = { kind: 'block', ...ABSENCE, start: span[0], end: span[1] } as const
    closeExpecting(app, model, { span, input })
  },
  close: (app, model, step) => {
    const day = MOVE_DAYS[step.day] ?? ''
    const midnight = Date.parse(`${day}T00:00:00+01:00`)
    const input = { kind: 'closure', ...ABSENCE, reason: '', from: day, to: day } as const
    closeExpecting(app, model, { span: [midnight, midnight + DAY_LENGTH], input })
  },
  open: (app, { absences }, { pick }) => {
    const [absence] = absences.splice(pick % Math.max(1, absences.length), 1)
    runExpecting(() => deleteAbsence(app.assistant(), absence?.id ?? 0), absence ? undefined : 'not found')
  },
  'move by staff': (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const start = startOfStep(life.service, step)
    const { undoable } = step
    const change = changeFrom(app, life, { kind: 'moved', undoable })
    const isMoved = runExpecting(
      () => moveBooking(app.assistant(), life.id, { start, message: '', notify: true, undoable }),
      refusalOfStaffMove(model, life, start),
    )
    if (!isMoved || start === life.start) return
    Object.assign(life, {
      start,
      askedStart: undefined,
      attendance: null,
      lastChange: undoable ? change : undefined,
    })
  },
  undo: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const change = changeToUndo(life)
    const refusal = refusalToUndo(app, model, { life, change })
    if (!runExpecting(() => undoChange(app.assistant(), life.id), refusal) || change === undefined) return
    Object.assign(life, { ...change.stateBefore, lastChange: undefined })
    expect(restorableRow(app, life.id)).toEqual(change.rowBefore)
  },
  arrive: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const canRecord = canRecordAttendance(life.status, dayAt(life.start), dayAt(Date.now()))
    const isRecorded = runExpecting(
      () => recordAttendance(app.assistant(), life.id, 'arrived'),
      canRecord ? undefined : 'conflict',
    )
    if (isRecorded) life.attendance = 'arrived'
  },
  confirm: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const { undoable } = step
    const kind = life.askedStart === undefined ? 'confirmed' : 'moved'
    const change = changeFrom(app, life, { kind, undoable })
    const isConfirmed = runExpecting(
      () => decideBooking(app.assistant(), life.id, { decision: 'confirm', undoable }),
      refusalToConfirm(life),
    )
    if (!isConfirmed) return
    // An appointment that is confirmed already, without a move to decide, stays as it is.
    if (life.askedStart !== undefined)
      Object.assign(life, {
        start: life.askedStart,
        askedStart: undefined,
        attendance: null,
        lastChange: change,
      })
    else if (life.status === 'requested') Object.assign(life, { status: 'confirmed', lastChange: change })
  },
  reject: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    // The portal accepts the same rejection again, and does nothing.
    const isRepeated = life.status === 'rejected' || life.lastChange?.kind === 'rejected'
    const isOpen = life.status === 'requested' || life.askedStart !== undefined
    const isRejected = runExpecting(
      () => decideBooking(app.assistant(), life.id, { decision: 'reject' }),
      isOpen || isRepeated ? undefined : 'already_decided',
    )
    if (!isRejected || isRepeated) return
    if (life.askedStart !== undefined) endMove(life, 'rejected')
    else Object.assign(life, { status: 'rejected', lastChange: undefined })
  },
  'cancel by staff': (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    cancelExpecting(life, isOver(life), () => cancelByStaff(app.assistant(), life.id, ''))
  },
}

/** Saves an absence with this time, which rejects the moves into it. */
function closeExpecting(
  app: TestApp,
  { lives, absences }: MovesModel,
  { span, input }: Readonly<{ span: Span; input: AbsenceInput }>,
): void {
  const isSaved = runExpecting(
    () => {
      const { id } = closeTime(app.assistant(), input)
      // Saving the same absence again returns the existing one.
      if (!absences.some((stored) => stored.id === id)) absences.push({ id, span })
    },
    span[1] <= Date.now() ? 'invalid' : undefined,
  )
  if (!isSaved) return
  for (const life of lives)
    if (life.askedStart !== undefined && overlaps(ownSpan(life, life.askedStart), span))
      endMove(life, 'rejected')
}

/** Returns the record of a change that the practice is about to make, with the booking before it. */
function changeFrom(
  app: TestApp,
  life: Life,
  { kind, undoable }: { kind: Undoable['kind']; undoable: boolean },
): Undoable {
  const changedAt = Date.now()
  const { status, start, askedStart, attendance } = life
  return {
    kind,
    changedAt,
    undoableUntil: undoable ? changedAt + UNDO_MS : 0,
    stateBefore: { status, start, askedStart, attendance },
    rowBefore: restorableRow(app, life.id),
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
