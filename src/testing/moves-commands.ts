import fc from 'fast-check'
import { weightedCommand } from './model-test-commands.ts'
import type { MovesModel } from './moves-model.ts'
import type { TestApp } from './test-app.ts'

/** This module has the commands of the model test of moves, which moves-steps.ts runs. */

/** The index of a day in `MOVE_DAYS`, and the number of a start on that day (`startOfStep`). */
const time = { day: fc.nat(1), step: fc.nat(11) }
/** A number by which `pickFrom` chooses a booking or an absence. */
const pick = { pick: fc.nat(40) }
/** The index of a service in `MODEL_SERVICES`. */
const service = { service: fc.nat(3) }
/** `undone` undoes the change at once, because a random undo rarely finds something to undo. */
const undoably = { undoable: fc.boolean(), undone: fc.boolean() }
/** All commands, each with its weight. */
export const moveCommands = fc.oneof(
  weightedCommand(6, 'request', { ...time, ...service }),
  weightedCommand(3, 'enter', { ...time, ...service }),
  weightedCommand(12, 'move', { ...time, ...pick }),
  weightedCommand(2, 'keep', pick),
  weightedCommand(8, 'move by staff', { ...time, ...pick, ...undoably }),
  weightedCommand(10, 'confirm', { ...pick, ...undoably }),
  weightedCommand(3, 'undo', pick),
  weightedCommand(2, 'arrive', pick),
  weightedCommand(4, 'reject', pick),
  weightedCommand(2, 'cancel', pick),
  weightedCommand(1, 'cancel by staff', pick),
  weightedCommand(2, 'block', { ...time, halfHours: fc.integer({ min: 1, max: 3 }) }),
  weightedCommand(1, 'close', { day: fc.nat(1) }),
  weightedCommand(2, 'open', pick),
  // The first of these is shorter than `UNDO_MS`.
  weightedCommand(2, 'pass', { hours: fc.constantFrom(0.001, 3, 17, 40) }),
  weightedCommand(2, 'jobs', {}),
)
export type MoveCommand = typeof moveCommands extends fc.Arbitrary<infer C> ? C : never

/** A command with its drawn parameters, by its kind. */
export type MoveStep<Kind> = Extract<MoveCommand, { kind: Kind }>

/** Each of these steps in the portal and in the model. Both must give the same refusal. */
export type MoveSteps<Kinds extends MoveCommand['kind']> = {
  [Kind in Kinds]: (app: TestApp, model: MovesModel, step: MoveStep<Kind>) => void
}
