import fc from 'fast-check'
import { weightedCommand } from './model-test-commands.ts'

/** This module has the commands of the model test of offers, which offers-steps.ts runs. */

/** The index of a day in `MORNINGS`, and the number of a start on it (`startOf`). */
const time = { day: fc.nat(1), step: fc.nat(11) }
/** A number by which `pickFrom` chooses a row. */
const pick = { pick: fc.nat(40) }
/** Indexes in `MODEL_SERVICES`. The follow-up, which fits most gaps, is drawn most often. */
const service = { service: fc.constantFrom(1, 1, 2, 3) }
/** All commands, each with its weight. */
export const offerCommands = fc.oneof(
  weightedCommand(10, 'enter', { ...time, ...service }),
  weightedCommand(6, 'wait', { ...service, days: fc.constantFrom([0, 1], [0], [1]) }),
  weightedCommand(4, 'wait for an earlier time', pick),
  weightedCommand(1, 'leave', pick),
  weightedCommand(9, 'cancel', pick),
  weightedCommand(3, 'move', { ...time, ...pick }),
  weightedCommand(3, 'ask to move', { ...time, ...pick }),
  weightedCommand(2, 'confirm', pick),
  weightedCommand(2, 'reject', pick),
  weightedCommand(2, 'block', { ...time, halfHours: fc.integer({ min: 1, max: 4 }) }),
  weightedCommand(2, 'open', pick),
  weightedCommand(3, 'take', pick),
  weightedCommand(5, 'refuse', pick),
  weightedCommand(3, 'pass', { hours: fc.constantFrom(0.5, 1.1, 1.1, 14) }),
  weightedCommand(12, 'jobs', {}),
)
export type OfferCommand = typeof offerCommands extends fc.Arbitrary<infer C> ? C : never

/** A command with its drawn parameters, by its kind. */
export type OfferStep<Kind> = Extract<OfferCommand, { kind: Kind }>
