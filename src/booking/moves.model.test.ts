import fc from 'fast-check'
import { describe, it } from 'vitest'
import { caseCount } from '../testing/model-test-commands.ts'
import { type MoveCommand, moveCommands } from '../testing/moves-commands.ts'
import { expectAnnounced, expectStored } from '../testing/moves-expectations.ts'
import type { MovesModel } from '../testing/moves-model.ts'
import { runMoveStep, verifyPatientOfMoves } from '../testing/moves-steps.ts'
import { markDueEmailsSent } from '../testing/patient-calendar.ts'
import { openTestApp } from '../testing/test-app.ts'
import { UNDO_MS } from './undoable-changes.ts'

const CASES = caseCount(60)

describe('bookings that are moved', () => {
  it(
    'never overlap or get lost, and free their old time exactly when the new one is reserved',
    () => {
      fc.assert(
        fc.property(fc.array(moveCommands.map(withUndo), { minLength: 5, maxLength: 50 }), (drawn) => {
          const steps = drawn.flat()
          const app = openTestApp({ config: { rateLimits: false } })
          verifyPatientOfMoves(app)
          const model: MovesModel = { bookings: [], absences: [] }
          for (const step of steps) {
            // No two things happen at the same moment.
            app.pass(1)
            runMoveStep(app, model, step)
            expectStored(app, model)
            markDueEmailsSent(app)
          }
          app.pass(UNDO_MS)
          markDueEmailsSent(app)
          for (const booking of model.bookings) expectAnnounced(app, booking)
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
function withUndo(step: MoveCommand): MoveCommand[] {
  return 'undone' in step && step.undone ? [step, { kind: 'undo', pick: step.pick }] : [step]
}
