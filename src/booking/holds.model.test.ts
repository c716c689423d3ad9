import fc from 'fast-check'
import { describe, it } from 'vitest'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { holdCommands } from '../testing/holds-commands.ts'
import {
  emailOf,
  expectSameTimes,
  expireTimes,
  type HoldsModel,
  PATIENT_COUNT,
} from '../testing/holds-model.ts'
import { runHoldStep, verifyPatientsOfHolds } from '../testing/holds-steps.ts'
import { MODEL_SERVICES } from '../testing/model-services.ts'
import { caseCount } from '../testing/model-test-commands.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'

describe('holds and bookings', () => {
  it('never overlap and are granted exactly when the time is free, in any order of actions', () => {
    fc.assert(
      fc.property(fc.array(holdCommands, { minLength: 5, maxLength: 60 }), (steps) => {
        const app = openTestApp()
        prepareApp(app)
        const model: HoldsModel = { taken: [], expired: [] }
        for (const step of steps) {
          // The limits that count attempts have tests of their own, and must not refuse a step here.
          app.changeRows('delete from attempts')
          runHoldStep(app, model, step)
          expireTimes(model)
          expectSameTimes(app, model)
        }
        app.close()
      }),
      { numRuns: caseCount(60) },
    )
  }, 60_000)
})

/** Lets both doctors offer all services, and makes patients whom the practice knows. */
function prepareApp(app: TestApp): void {
  saveResource(app.ctx(), 'dr-b', { name: 'Dr. B' })
  for (const { id } of MODEL_SERVICES)
    saveService(app.ctx(), { ...getService(app.ctx(), id), otherResourceIds: ['dr-b'] })
  verifyPatientsOfHolds(app)
  // The limits of strangers and of a day have their own tests, so the practice knows every patient here.
  for (let patient = 0; patient < PATIENT_COUNT; patient++) {
    const startsAt = NOW - (patient + 1) * DAY_LENGTH
    const visit = { startsAt, endsAt: startsAt + MINUTE }
    insertBooking(app.ctx().db, { email: emailOf(patient), status: 'confirmed', ...visit })
  }
  app.changeRows('delete from occupations')
}
