import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookings, occupations } from '../db/schema.ts'
import { isStanding } from '../shared/booking.ts'
import { DAY_LENGTH, type Instant, MINUTE } from '../shared/day.ts'
import { CALLER } from '../testing/factory.ts'
import { caseCount, weightedCommand } from '../testing/model-tests.ts'
import { refusalCode, resultOrRefusal } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { moveBooking } from './moves.ts'
import { createSeries } from './series.ts'
import { cancelThisAndLater, moveThisAndLater } from './series-changes.ts'
import { undoChange } from './undo.ts'

const CASES = caseCount(15)
/** The first start. There is no clock change in the days after it, so all of them have the same length. */
const MORNING = Date.parse('2027-01-12T08:00:00+01:00')
/** A service of the demo practice without paddings. */
const SERVICE = { id: 'folgebehandlung', length: 30 * MINUTE }

/** Few days and starts, so that series overlap in every possible way. */
const time = { day: fc.nat(6), step: fc.nat(7) }
/** A number that chooses an appointment. */
const pick = { pick: fc.nat(30) }
const commands = fc.oneof(
  weightedCommand(3, 'create', {
    ...time,
    every: fc.integer({ min: 1, max: 3 }),
    times: fc.integer({ min: 2, max: 4 }),
  }),
  weightedCommand(3, 'move one', { ...time, ...pick }),
  weightedCommand(2, 'cancel one', pick),
  weightedCommand(4, 'move later', { ...time, ...pick }),
  weightedCommand(1, 'cancel later', pick),
  weightedCommand(4, 'undo', pick),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

type Appointment = Readonly<{ series: string; start: Instant; stands: boolean }>
/** The appointments by id. */
type Model = ReadonlyMap<string, Appointment>
/**
 * The model after a command. `undo` has the ids of the appointments that an undo would change, and the model
 * that it would restore.
 */
type State = Readonly<{ model: Model; undo?: Readonly<{ ids: readonly string[]; restored: Model }> }>

it(
  'series are entered, moved and undone whole or not at all, after any other changes',
  () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 5, maxLength: 30 }), (steps) => {
        const app = openTestApp()
        let state: State = { model: new Map() }
        for (const step of steps) {
          // Every change needs a different instant, by which an undo identifies it.
          app.pass(1)
          state = runStep(app, step, state)
          expect(storedAppointments(app)).toEqual(state.model)
          expectReserved(app)
        }
        app.close()
      }),
      { numRuns: CASES },
    )
  },
  // Timeout in milliseconds.
  CASES * 2_000,
)

type CommandOf<Kind> = Extract<Command, { kind: Kind }>

/** Runs the step in the portal, and expects the refusal that the model predicts. @returns the new state */
function runStep(app: TestApp, step: Command, before: State): State {
  switch (step.kind) {
    case 'create':
      return create(app, step, before)
    case 'undo':
      return undo(app, step, before)
    case 'cancel one':
      return cancelOne(app, step, before)
    case 'cancel later':
      return cancelLater(app, step, before)
    case 'move one':
      return moveOne(app, step, before)
    case 'move later':
      return moveLater(app, step, before)
  }
}

function create(app: TestApp, step: CommandOf<'create'>, before: State): State {
  const { model } = before
  const start = startOf(step)
  const starts = Array.from({ length: step.times }, (_, i) => start + i * step.every * DAY_LENGTH)
  const input = { serviceId: SERVICE.id, starts, contact: CALLER, message: '', undoable: true }
  const { result: series, refusal } = resultOrRefusal(() => createSeries(app.assistant(), input))
  expect(refusal).toBe(areFree(model, starts) ? undefined : 'slot_taken')
  if (series === undefined) return before
  const { seriesId } = series
  const ids = series.bookings.map(({ id }) => id)
  const entered = ids.map((id, i): [string, Appointment] => [
    id,
    { series: seriesId, start: starts[i] ?? 0, stands: true },
  ])
  return { model: new Map([...model, ...entered]), undo: { ids, restored: model } }
}

function undo(app: TestApp, { pick }: CommandOf<'undo'>, before: State): State {
  if (before.undo === undefined) return before
  const { ids, restored } = before.undo
  undoChange(app.assistant(), ids[pick % ids.length] ?? '')
  return { model: restored }
}

function cancelOne(app: TestApp, step: CommandOf<'cancel one'>, before: State): State {
  const { model } = before
  const choice = pickAppointment(model, step)
  if (choice === undefined) return before
  const { id, appointment } = choice
  // A repeated cancellation is not refused, but changes nothing.
  cancelByStaff(app.assistant(), id, '', { undoable: true })
  return appointment.stands
    ? { model: withCancelled(model, [id]), undo: { ids: [id], restored: model } }
    : before
}

function cancelLater(app: TestApp, step: CommandOf<'cancel later'>, before: State): State {
  const { model } = before
  const choice = pickAppointment(model, step)
  if (choice === undefined) return before
  const { id, appointment, later } = choice
  const refusal = refusalCode(() => cancelThisAndLater(app.assistant(), id, ''))
  expect(refusal).toBe(appointment.stands ? undefined : 'already_decided')
  return refusal === undefined ? { model: withCancelled(model, later) } : before
}

function moveOne(app: TestApp, step: CommandOf<'move one'>, before: State): State {
  const move = pickMove(before.model, step)
  if (move === undefined) return before
  const refusal = refusalCode(() => moveBooking(app.assistant(), move.id, move.input))
  return afterMove(before, { ...move, ids: [move.id] }, refusal)
}

function moveLater(app: TestApp, step: CommandOf<'move later'>, before: State): State {
  const move = pickMove(before.model, step)
  if (move === undefined) return before
  const refusal = refusalCode(() => moveThisAndLater(app.assistant(), move.id, move.input))
  return afterMove(before, { ...move, ids: move.later }, refusal)
}

/** Picks an appointment and another start for it. */
function pickMove(model: Model, step: CommandOf<'move one' | 'move later'>) {
  const choice = pickAppointment(model, step)
  const start = startOf(step)
  if (choice === undefined || start === choice.appointment.start) return undefined
  return { ...choice, input: { start, message: '', notify: true, undoable: true } }
}

/** Expects the refusal that the model predicts for moving these appointments. @returns the new state */
function afterMove(
  before: State,
  { appointment, input, ids }: NonNullable<ReturnType<typeof pickMove>> & { ids: readonly string[] },
  refusal: ReturnType<typeof refusalCode>,
): State {
  const { model } = before
  const moved = withMoved(model, ids, input.start - appointment.start)
  const others = new Map([...model].filter(([id]) => !ids.includes(id)))
  const starts = ids.flatMap((id) => moved.get(id)?.start ?? [])
  const refusalOfTime = areFree(others, starts) ? undefined : 'slot_taken'
  expect(refusal).toBe(appointment.stands ? refusalOfTime : 'already_decided')
  return refusal === undefined ? { model: moved, undo: { ids, restored: model } } : before
}

function withCancelled(model: Model, ids: readonly string[]): Model {
  return new Map([...model].map(([id, each]) => [id, ids.includes(id) ? { ...each, stands: false } : each]))
}

function withMoved(model: Model, ids: readonly string[], shift: number): Model {
  return new Map(
    [...model].map(([id, each]) => [id, ids.includes(id) ? { ...each, start: each.start + shift } : each]),
  )
}

/**
 * Picks an appointment. `later` are the ids of those that stand among it and the later ones of its series.
 */
function pickAppointment(model: Model, { pick }: { pick: number }) {
  const [id, appointment] = [...model][pick % Math.max(1, model.size)] ?? []
  if (id === undefined || appointment === undefined) return undefined
  const later = [...model]
    .filter(
      ([, each]) => each.series === appointment.series && each.stands && each.start >= appointment.start,
    )
    .map(([laterId]) => laterId)
  return { id, appointment, later }
}

function startOf({ day, step }: { day: number; step: number }): Instant {
  return MORNING + day * DAY_LENGTH + step * 15 * MINUTE
}

/** Returns whether no standing appointment overlaps one that begins at any of the starts. */
function areFree(model: Model, starts: readonly Instant[]): boolean {
  const taken = [...model.values()].filter((each) => each.stands)
  return starts.every((start) => taken.every((each) => Math.abs(each.start - start) >= SERVICE.length))
}

/** Returns all stored bookings in the form of the model. */
function storedAppointments(app: TestApp): Model {
  const rows = app.ctx().db.select().from(bookings).all()
  return new Map(
    rows.map(({ id, seriesId, startsAt, status }) => [
      id,
      { series: seriesId ?? '', start: startsAt, stands: isStanding(status) },
    ]),
  )
}

/** Expects that exactly the times of the standing appointments are reserved. */
function expectReserved(app: TestApp): void {
  const { db } = app.ctx()
  const standing = db
    .select()
    .from(bookings)
    .all()
    .filter(({ status }) => isStanding(status))
  const reserved = db.select().from(occupations).all()
  const inOrder = (times: readonly (readonly [string | null, number, number])[]) =>
    times.toSorted(([, a], [, b]) => a - b)
  expect(inOrder(reserved.map((each) => [each.bookingId, each.startsAt, each.endsAt]))).toEqual(
    inOrder(standing.map((each) => [each.id, each.startsAt, each.endsAt])),
  )
}
