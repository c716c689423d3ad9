import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absenceCommands } from '../testing/absences-commands.ts'
import { type AbsencesModel, startsLeftFree, WORKING_DAYS } from '../testing/absences-model.ts'
import { prepareAbsences, runAbsenceStep } from '../testing/absences-steps.ts'
import { MODEL_SERVICES } from '../testing/model-services.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { deleteAbsence } from './absences.ts'
import { listFreeSlots } from './availability.ts'

// Random sequences of absences, holds and bookings are played in the portal and in a simple model, which must
// agree on the free starts after each step.

describe('absences', () => {
  it('reserve exactly the part of their time that bookings leave', () => {
    fc.assert(
      fc.property(fc.array(absenceCommands, { minLength: 10, maxLength: 80 }), (steps) => {
        const app = openTestApp({ config: { rateLimits: false } })
        const model = prepareAbsences(app)
        for (const step of steps) {
          runAbsenceStep(app, model, step)
          expectNoOverlap(app)
          expectSameFreeStarts(app, model)
        }

        // Without absences, all time is free again that no booking or hold takes.
        for (const { id } of model.absences) deleteAbsence(app.ctx(), id)
        model.absences = []
        expectSameFreeStarts(app, model)
        expect(app.rows('select id from occupations where absence_id is not null')).toEqual([])
        app.close()
      }),
      { numRuns: 40 },
    )
  })
})

/** Asserts that portal and model have the same free starts. */
function expectSameFreeStarts(app: TestApp, model: AbsencesModel): void {
  for (const service of MODEL_SERVICES)
    for (const on of WORKING_DAYS)
      expect(listFreeSlots(app.ctx(), on.day, service.id).starts).toEqual(startsLeftFree(model, service, on))
}

/** Asserts that no two occupations of a resource overlap. */
function expectNoOverlap(app: TestApp): void {
  const rows = app.rows<{ resource_id: string; starts_at: number; ends_at: number }>(
    'select resource_id, starts_at, ends_at from occupations order by resource_id, starts_at',
  )
  for (const [index, row] of rows.entries()) {
    const previous = rows[index - 1]
    if (previous?.resource_id === row.resource_id)
      expect(row.starts_at).toBeGreaterThanOrEqual(previous.ends_at)
  }
}
