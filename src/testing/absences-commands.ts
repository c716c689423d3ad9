import fc from 'fast-check'
import { WORKING_DAYS } from './absences-model.ts'
import { MODEL_SERVICES } from './model-services.ts'
import { weightedCommand } from './model-test-commands.ts'

/** This module has the commands of the model test of absences, which absences-steps.ts runs. */

const RESOURCES = ['doctor-1', 'doctor-2', 'doctor-3']
/** A doctor, or null for the whole practice. */
const anyResource = fc.constantFrom(null, 'doctor-1', 'doctor-2')
/** A number by which `pickFrom` chooses a taken time, an absence or a start. */
const pick = { pick: fc.nat() }

/** All commands, each with its weight. */
export const absenceCommands = fc.oneof(
  weightedCommand(4, 'block', {
    // Minutes since Tuesday's midnight, until Wednesday evening. Quarters of an hour coincide with
    // appointments, and all others lie off every grid.
    startMinute: fc.oneof(
      fc.integer({ min: 6 * 60, max: 45 * 60 }),
      fc.integer({ min: 6 * 4, max: 45 * 4 }).map((quarters) => quarters * 15),
    ),
    lengthMinutes: fc.oneof(
      fc.integer({ min: 1, max: 10 * 60 }),
      fc.integer({ min: 1, max: 3 * 4 }).map((quarters) => quarters * 15),
    ),
    resource: anyResource,
  }),
  // The block begins and ends some minutes before or after the edges of a taken time.
  weightedCommand(4, 'block around', {
    ...pick,
    minutesBefore: fc.integer({ min: -30, max: 30 }),
    minutesAfter: fc.integer({ min: -30, max: 60 }),
    resource: anyResource,
  }),
  weightedCommand(1, 'close', {
    // From Monday to Friday.
    daysAfterTuesday: fc.integer({ min: -1, max: 2 }),
    days: fc.integer({ min: 1, max: 3 }),
    resource: anyResource,
  }),
  weightedCommand(4, 'delete absence', pick),
  weightedCommand(12, 'hold', {
    ...pick,
    service: fc.constantFrom(...MODEL_SERVICES),
    on: fc.constantFrom(...WORKING_DAYS),
    // Whether the start is drawn from the free ones, or from all of the grid.
    isFree: fc.boolean(),
  }),
  weightedCommand(10, 'request', pick),
  weightedCommand(1, 'end hold', pick),
  weightedCommand(3, 'reject', pick),
  weightedCommand(3, 'cancel', pick),
  // Only one service changes its doctor, the follow-up.
  weightedCommand(1, 'change resource', { to: fc.constantFrom(...RESOURCES) }),
  weightedCommand(3, 'pass', { minutes: fc.integer({ min: 1, max: 45 }) }),
)
export type AbsenceCommand = typeof absenceCommands extends fc.Arbitrary<infer C> ? C : never
