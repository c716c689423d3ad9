import fc from 'fast-check'
import { PATIENT_COUNT } from './holds-model.ts'
import { weightedCommand } from './model-test-commands.ts'

/** This module has the commands of the model test of holds, which holds-steps.ts runs. */

/** A number by which `pickFrom` chooses a taken time. */
const pick = { pick: fc.nat() }
/** The index of a service in `MODEL_SERVICES`. */
const service = { service: fc.nat(3) }
/** The index of a wished resource in `RESOURCES`; 2 and 3 are no wish. */
const wish = { wish: fc.nat(3) }
/** All commands, each with its weight. */
export const holdCommands = fc.oneof(
  weightedCommand(5, 'hold', {
    patient: fc.nat(PATIENT_COUNT - 1),
    ...service,
    // The number of a start in the morning.
    start: fc.nat(15),
    ...wish,
  }),
  weightedCommand(3, 'request', pick),
  weightedCommand(3, 'enter', {
    ...service,
    // Minutes after the start of the morning, an hour beyond it on both sides.
    minute: fc.integer({ min: -60, max: 300 }),
    ...wish,
  }),
  weightedCommand(2, 'cancel', pick),
  weightedCommand(2, 'extend', pick),
  weightedCommand(2, 'end', pick),
  weightedCommand(3, 'pass', { minutes: fc.integer({ min: 1, max: 25 }) }),
  weightedCommand(1, 'delete ended', {}),
  weightedCommand(1, 'set clock', { minutes: fc.integer({ min: -600, max: 600 }) }),
)
export type HoldCommand = typeof holdCommands extends fc.Arbitrary<infer C> ? C : never
/** A command with its drawn parameters, by its kind. */
export type HoldStep<Kind> = Extract<HoldCommand, { kind: Kind }>
