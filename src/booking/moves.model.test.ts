import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteAbsence } from '../schedule/absences.ts'
import type { AbsenceInput } from '../shared/absence.ts'
import { canNoteAttendance } from '../shared/attendance.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { canCancel, DEFAULT_CANCEL_HOURS } from '../shared/cut-off.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertVerification } from '../testing/bookings.ts'
import { MODEL_SERVICES } from '../testing/demo-services.ts'
import { aContact, CALLER } from '../testing/factory.ts'
import { caseCount, pickFrom, weightedCommand } from '../testing/model-tests.ts'
import { expectAnnounced, expectStored } from '../testing/moves-expectations.ts'
import {
  changeToUndo,
  endMove,
  hasBegun,
  isInHours,
  isOver,
  isStanding,
  isTaken,
  type Life,
  MOVE_DAYS,
  type MovesModel,
  newLife,
  ownSpan,
  paddedSpan,
  startOfStep,
  type Undoable,
} from '../testing/moves-model.ts'
import {
  refusalOfPatientMove,
  refusalOfStaffMove,
  refusalToConfirm,
  refusalToEnter,
  refusalToUndo,
} from '../testing/moves-refusals.ts'
import { deliverEmails } from '../testing/patient-calendar.ts'
import { refusalCode, resultOrRefusal } from '../testing/refusal.ts'
import { verifiedBotCheck } from '../testing/solved-bot-check.ts'
import { overlaps, type Span } from '../testing/spans.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { dayAt } from '../time/vienna.ts'
import { dropLapsedMoves } from './asked-moves.ts'
import { recordAttendance } from './attendance.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { closeTime } from './closed-times.ts'
import { decideBooking } from './decisions.ts'
import { placeHold } from './holds.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { moveByPatient } from './patient-moves.ts'
import { remindDue } from './reminders.ts'
import { requestBooking } from './requests.ts'
import { undoChange } from './undo.ts'
import { UNDO_MS } from './undoable-changes.ts'

const CASES = caseCount(60)
const BROWSER = 'the browser that everybody shares'
const EMAIL = 'rosa@musterfrau.example'

const time = { day: fc.nat(1), step: fc.nat(11) }
const pick = { pick: fc.nat(40) }
/** `undone` undoes the change at once, because a random undo rarely finds something to undo. */
const undoably = { undoable: fc.boolean(), undone: fc.boolean() }
const commands = fc.oneof(
  weightedCommand(6, 'request', { ...time, service: fc.nat(3) }),
  weightedCommand(3, 'enter', { ...time, service: fc.nat(3) }),
  weightedCommand(12, 'move', { ...time, ...pick }),
  weightedCommand(2, 'keep', pick),
  weightedCommand(8, 'move by staff', { ...time, ...pick, ...undoably }),
  weightedCommand(10, 'confirm', { ...pick, ...undoably }),
  weightedCommand(3, 'undo', pick),
  weightedCommand(2, 'arrive', pick),
  weightedCommand(4, 'reject', pick),
  weightedCommand(2, 'cancel', pick),
  weightedCommand(1, 'cancel by staff', pick),
  weightedCommand(2, 'block', { ...time, half: fc.integer({ min: 1, max: 3 }) }),
  weightedCommand(1, 'close', { day: fc.nat(1) }),
  weightedCommand(2, 'open', pick),
  weightedCommand(2, 'pass', { hours: fc.constantFrom(0.001, 3, 17, 40) }),
  weightedCommand(2, 'jobs', {}),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

describe('bookings that are moved', () => {
  it(
    'never overlap or get lost, and free their old time exactly when the new one is reserved',
    () => {
      fc.assert(
        fc.property(fc.array(commands.map(withUndo), { minLength: 5, maxLength: 50 }), (drawn) => {
          const steps = drawn.flat()
          const app = openTestApp({ config: { rateLimits: false } })
          insertVerification(app.ctx().db, { email: EMAIL, browser: BROWSER, now: Date.now() })
          const model: MovesModel = { lives: [], absences: [] }
          for (const step of steps) {
            // No two things happen at the same moment.
            app.pass(1)
            runStep(app, model, step)
            expectStored(app, model)
            deliverEmails(app)
          }
          app.pass(UNDO_MS)
          deliverEmails(app)
          for (const life of model.lives) expectAnnounced(app, life)
          app.close()
        }),
        { numRuns: CASES },
      )
    },
    // Timeout in milliseconds.
    CASES * 2_000,
  )
})

/** Returns the step, followed by an undo if the step is to be undone. */
function withUndo(step: Command): Command[] {
  return 'undone' in step && step.undone ? [step, { kind: 'undo', pick: step.pick }] : [step]
}

type Step<Kind> = Extract<Command, { kind: Kind }>

/** Runs one step in the portal and in the model. Both must give the same refusal. */
function runStep(app: TestApp, model: MovesModel, step: Command): void {
  // The compiler cannot see that the verb matches the step's kind.
  const verb = VERBS[step.kind] as (app: TestApp, model: MovesModel, step: Command) => void
  verb(app, model, step)
}

const VERBS: {
  [Kind in Command['kind']]: (app: TestApp, model: MovesModel, step: Step<Kind>) => void
} = {
  pass: (app, _model, { hours }) => {
    app.pass(Math.round(hours * HOUR))
  },
  jobs: (app, { lives }) => {
    remindDue(app.ctx())
    dropLapsedMoves(app.ctx())
    for (const life of lives) if (life.askedStart !== undefined && hasBegun(life)) endMove(life, 'kept')
  },
  request: (app, model, step) => {
    const service = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const start = startOfStep(service, step)
    const isBookable =
      !isTaken(model, paddedSpan({ service, start })) && start > Date.now() && isInHours(service, start)
    const id = resultOf(() => request(app, service.id, start), isBookable ? undefined : 'slot_taken')
    if (id !== undefined)
      model.lives.push(newLife({ id, service, start, status: 'requested', hasEmail: true }))
  },
  enter: (app, model, step) => {
    const service = MODEL_SERVICES[step.service] ?? MODEL_SERVICES[0]
    const start = startOfStep(service, step)
    const input = { serviceId: service.id, start, contact: CALLER, message: '' }
    const booking = resultOf(
      () => createManualBooking(app.assistant(), input),
      refusalToEnter(start, !isTaken(model, paddedSpan({ service, start }))),
    )
    if (booking === undefined) return
    model.lives.push(newLife({ id: booking.id, service, start, status: 'confirmed', hasEmail: false }))
  },
  block: (app, model, step) => {
    const start = startOfStep(MODEL_SERVICES[0], step)
    const span: Span = [start, start + step.half * 30 * MINUTE]
    close(app, model, span, { kind: 'block', ...ABSENCE, start: span[0], end: span[1] })
  },
  close: (app, model, step) => {
    const day = MOVE_DAYS[step.day] ?? ''
    const midnight = Date.parse(`${day}T00:00:00+01:00`)
    const input = { kind: 'closure', ...ABSENCE, reason: '', from: day, to: day } as const
    close(app, model, [midnight, midnight + DAY_LENGTH], input)
  },
  open: (app, { absences }, { pick }) => {
    const [absence] = absences.splice(pick % Math.max(1, absences.length), 1)
    attempt(() => deleteAbsence(app.assistant(), absence?.id ?? 0), absence ? undefined : 'not found')
  },
  'move by staff': (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const start = startOfStep(life.service, step)
    const { undoable } = step
    const change = changeFrom(app, life, { kind: 'moved', undoable })
    const isMoved = attempt(
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
  move: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const start = startOfStep(life.service, step)
    const isMoved = attempt(
      () => moveByPatient(app.ctx(), life.id, { start, message: '' }),
      refusalOfPatientMove(model, life, start),
    )
    if (!isMoved || start === (life.askedStart ?? life.start)) return
    if (start === life.start) {
      endMove(life, 'kept')
      return
    }
    life.patientMoves++
    life.lastChange = undefined
    if (life.status === 'confirmed') life.askedStart = start
    else life.start = start
  },
  keep: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const isKept = attempt(
      () => moveByPatient(app.ctx(), life.id, { start: life.start, message: '' }),
      isStanding(life) ? undefined : 'already_decided',
    )
    if (isKept && life.askedStart !== undefined) endMove(life, 'kept')
  },
  undo: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const change = changeToUndo(life)
    const refusal = refusalToUndo(app, model, { life, change })
    if (!attempt(() => undoChange(app.assistant(), life.id), refusal) || change === undefined) return
    Object.assign(life, { ...change.before, lastChange: undefined })
    expect(rowOf(app, life.id)).toEqual(change.rowBefore)
  },
  arrive: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const canNote = canNoteAttendance(life.status, dayAt(life.start), dayAt(Date.now()))
    const isNoted = attempt(
      () => recordAttendance(app.assistant(), life.id, 'arrived'),
      canNote ? undefined : 'conflict',
    )
    if (isNoted) life.attendance = 'arrived'
  },
  confirm: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const { undoable } = step
    const change = changeFrom(app, life, {
      kind: life.askedStart === undefined ? 'confirmed' : 'moved',
      undoable,
    })
    const isConfirmed = attempt(
      () => decideBooking(app.assistant(), life.id, { decision: 'confirm', undoable }),
      refusalToConfirm(life),
    )
    if (!isConfirmed) return
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
    const isRepeated = life.status === 'rejected' || life.lastChange?.kind === 'rejected'
    const isOpen = life.status === 'requested' || life.askedStart !== undefined
    const isRejected = attempt(
      () => decideBooking(app.assistant(), life.id, { decision: 'reject' }),
      isOpen || isRepeated ? undefined : 'already_decided',
    )
    if (!isRejected || isRepeated) return
    if (life.askedStart !== undefined) endMove(life, 'rejected')
    else Object.assign(life, { status: 'rejected', lastChange: undefined })
  },
  cancel: (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    const isLate = !canCancel({ start: life.start, now: Date.now(), cancelHours: DEFAULT_CANCEL_HOURS })
    cancel(life, isLate, () => cancelByPatient(app.ctx(), life.id, ''))
  },
  'cancel by staff': (app, model, step) => {
    const life = pickFrom(model.lives, step.pick)
    if (life === undefined) return
    cancel(life, isOver(life), () => cancelByStaff(app.assistant(), life.id, ''))
  },
}

const ABSENCE = { title: 'Fortbildung', resource_id: null }

/** Runs a verb and expects this refusal, or none. @returns whether the verb succeeded */
function attempt(verb: () => unknown, expected: string | undefined): boolean {
  expect(refusalCode(verb)).toBe(expected)
  return expected === undefined
}

/** Runs a verb like `attempt`, and returns its result; undefined when it was refused. */
function resultOf<T>(verb: () => T, expected: string | undefined): T | undefined {
  const { result, refusal } = resultOrRefusal(verb)
  expect(refusal).toBe(expected)
  return result
}

/** Returns the record of a change that the practice is about to make, with the booking before it. */
function changeFrom(
  app: TestApp,
  life: Life,
  { kind, undoable }: { kind: Undoable['kind']; undoable: boolean },
): Undoable {
  const at = Date.now()
  const { status, start, askedStart, attendance } = life
  const before = { status, start, askedStart, attendance }
  return { kind, at, until: undoable ? at + UNDO_MS : 0, before, rowBefore: rowOf(app, life.id) }
}

/** Saves an absence, which rejects the moves into its time. */
function close(app: TestApp, { lives, absences }: MovesModel, span: Span, input: AbsenceInput): void {
  const isSaved = attempt(
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

/**
 * Cancels a booking in the portal and in the model.
 * @param isLate whether a standing booking can no longer be cancelled
 */
function cancel(life: Life, isLate: boolean, verb: () => unknown): void {
  const wasStanding = isStanding(life)
  const expectedRefusal = () => {
    if (life.status === 'rejected') return 'already_decided'
    return wasStanding && isLate ? 'too_late' : undefined
  }
  if (attempt(verb, expectedRefusal()) && wasStanding)
    Object.assign(life, {
      status: 'cancelled',
      askedStart: undefined,
      attendance: null,
      lastChange: undefined,
    })
}

/**
 * Returns the columns of the booking that an undo restores. It restores neither the SEQUENCE, which calendars
 * need higher after each update, nor the origin, which a request loses with the first decision.
 */
function rowOf(app: TestApp, id: string): unknown {
  const { updated_at, calendar_sequence, origin, ...row } =
    app.rows('select * from bookings where id = ?', id)[0] ?? {}
  return row
}

/** Holds a time and requests it, as the wizard does. @returns the id of the booking */
function request(app: TestApp, serviceId: string, start: number): string {
  const hold = placeHold(app.ctx(), {
    serviceId,
    start,
    stop: undefined,
    email: EMAIL,
    browser: BROWSER,
    origin: undefined,
  })
  // The type of `aContact` also allows wrong values.
  const contact = aContact({ email: EMAIL }) as Contact
  return requestBooking(
    app.ctx(),
    { holdId: hold.id, contact, answers: [], browser: BROWSER, origin: undefined },
    verifiedBotCheck(app.ctx()),
  ).id
}
