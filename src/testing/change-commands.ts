import fc from 'fast-check'
import { weightedCommand } from './model-test-commands.ts'
import type { TestApp } from './test-app.ts'

/**
 * This module has the commands of the model test of all changes, which every-change.ts makes. What the drawn
 * numbers stand for is in drawn-values.ts.
 */

/** The e-mail addresses of the patients. */
export const EMAILS = ['rosa@musterfrau.example', 'anna@musterfrau.example', 'emil@musterfrau.example']
/** The doctors, both of whom offer two of the services. */
export const RESOURCES = ['doctor-1', 'dr-b']
/** Two mornings with hours from 08:00 to 12:00. */
export const MORNINGS_OF_CHANGES = ['2027-01-12', '2027-01-13'] as const

/** A number by which `pickFrom` chooses a row. */
const pick = { pick: fc.nat(40) }
/** The index of a wished resource in `RESOURCES`; larger numbers are no wish. */
const wish = { wish: fc.nat(5) }
/** The index of a day in `MORNINGS_OF_CHANGES`, the number of a start on it (`startOf`), and a wish. */
const time = { day: fc.nat(1), step: fc.nat(13), ...wish }
/** The index of a service in `MODEL_SERVICES`. */
const service = { service: fc.nat(3) }
/** The index of a patient in `EMAILS`. */
const patient = { patient: fc.nat(EMAILS.length - 1) }
/** Whether the practice can undo the change. */
const undoable = { undoable: fc.boolean() }
/** All commands, each with its weight. */
export const commandsOfEveryChange = fc.oneof(
  weightedCommand(6, 'hold', { ...time, ...service, ...patient }),
  weightedCommand(5, 'request', pick),
  weightedCommand(8, 'enter', {
    ...time,
    ...service,
    ...patient,
    ...undoable,
    withoutPaddings: fc.boolean(),
  }),
  weightedCommand(2, 'enter series', {
    ...time,
    ...service,
    ...patient,
    ...undoable,
    hours: fc.constantFrom(2, 24),
  }),
  weightedCommand(5, 'move by staff', { ...time, ...pick, ...undoable }),
  weightedCommand(3, 'move later', { ...time, ...pick, ...undoable }),
  weightedCommand(1, 'cancel later', pick),
  weightedCommand(7, 'move', { ...time, ...pick }),
  weightedCommand(8, 'confirm', { ...pick, ...undoable }),
  weightedCommand(3, 'reject', pick),
  weightedCommand(2, 'cancel', pick),
  weightedCommand(4, 'cancel by staff', { ...pick, ...undoable }),
  weightedCommand(8, 'undo', { ...pick, isLast: fc.boolean() }),
  weightedCommand(4, 'reinstate', pick),
  weightedCommand(1, 'erase', pick),
  weightedCommand(3, 'wait', { ...service, ...patient, ...wish }),
  weightedCommand(4, 'wait for an earlier time', { ...pick, ...wish }),
  weightedCommand(1, 'leave', pick),
  weightedCommand(4, 'offer', { ...time, ...pick }),
  weightedCommand(4, 'take', pick),
  weightedCommand(2, 'refuse', pick),
  weightedCommand(6, 'block', { ...time, minutes: fc.constantFrom(20, 60, 100) }),
  weightedCommand(2, 'open', pick),
  weightedCommand(2, 'busy', { ...time, minutes: fc.constantFrom(0, 25, 75) }),
  weightedCommand(1, 'change service', { ...service, change: fc.nat(3) }),
  weightedCommand(1, 'switch resource', wish),
  weightedCommand(3, 'pass', { minutes: fc.constantFrom(0.1, 12, 66, 840) }),
  weightedCommand(5, 'jobs', {}),
)
/** A change with its drawn parameters. */
export type Change = typeof commandsOfEveryChange extends fc.Arbitrary<infer C> ? C : never
/** A change of this kind. */
type ChangeStep<Kind> = Extract<Change, { kind: Kind }>
/** The verb that makes each of these changes in the portal. */
export type ChangeVerbs<Kinds extends Change['kind']> = {
  [Kind in Kinds]: (app: TestApp, step: ChangeStep<Kind>) => void
}
