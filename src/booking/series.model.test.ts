import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_LENGTH } from '../shared/day.ts'
import { CALLER } from '../testing/factory.ts'
import { caseCount, weightedCommand } from '../testing/model-test-commands.ts'
import { refusalCode, resultOrRefusal } from '../testing/refusal.ts'
import {
  areStartsFree,
  expectSeriesReserved,
  type ModelAppointment,
  pickAppointment,
  SERIES_MODEL_SERVICE,
  type SeriesModel,
  startInSeries,
  storedAppointments,
  withCancelledAppointments,
  withMovedAppointments,
} from '../testing/series-model.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { moveBooking } from './moves.ts'
import { createSeries } from './series.ts'
import { cancelThisAndLater, moveThisAndLater } from './series-changes.ts'
import { undoChange } from './undo.ts'

const CASES = caseCount(15)

/** Few days and starts, so that series overlap in every possible way. */
const time = { day: fc.nat(6), step: fc.nat(7) }
/** A number that chooses an appointment. */
const pick = { pick: fc.nat(30) }
const commands = fc.oneof(
  weightedCommand(3, 'create', {
    ...time,
    // Days from one appointment to the next.
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

/**
 * The model after a command. `undo` has the ids of the appointments that an undo would change, and the model
 * that it would restore.
 */
type State = Readonly<{
  model: SeriesModel
  undo?: Readonly<{ ids: readonly string[]; restored: SeriesModel }>
}>

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
          expectSeriesReserved(app)
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
  const start = startInSeries(step)
  const starts = Array.from({ length: step.times }, (_, i) => start + i * step.every * DAY_LENGTH)
  const input = { serviceId: SERIES_MODEL_SERVICE.id, starts, contact: CALLER, message: '', undoable: true }
  const { result: series, refusal } = resultOrRefusal(() => createSeries(app.assistant(), input))
  expect(refusal).toBe(areStartsFree(model, starts) ? undefined : 'slot_taken')
  if (series === undefined) return before
  const { seriesId } = series
  const ids = series.bookings.map(({ id }) => id)
  const entered = ids.map((id, i): [string, ModelAppointment] => [
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
    ? { model: withCancelledAppointments(model, [id]), undo: { ids: [id], restored: model } }
    : before
}

function cancelLater(app: TestApp, step: CommandOf<'cancel later'>, before: State): State {
  const { model } = before
  const choice = pickAppointment(model, step)
  if (choice === undefined) return before
  const { id, appointment, later } = choice
  const refusal = refusalCode(() => cancelThisAndLater(app.assistant(), id, ''))
  expect(refusal).toBe(appointment.stands ? undefined : 'already_decided')
  return refusal === undefined ? { model: withCancelledAppointments(model, later) } : before
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
function pickMove(model: SeriesModel, step: CommandOf<'move one' | 'move later'>) {
  const choice = pickAppointment(model, step)
  const start = startInSeries(step)
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
  const moved = withMovedAppointments(model, ids, input.start - appointment.start)
  const others = new Map([...model].filter(([id]) => !ids.includes(id)))
  const starts = ids.flatMap((id) => moved.get(id)?.start ?? [])
  const refusalOfTime = areStartsFree(others, starts) ? undefined : 'slot_taken'
  expect(refusal).toBe(appointment.stands ? refusalOfTime : 'already_decided')
  return refusal === undefined ? { model: moved, undo: { ids, restored: model } } : before
}
