import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Visit } from '../../../src/shared/service/service.ts'
import type { TimesView } from '../../patient/time/time-choice.tsx'
import {
  AT_REVIEW,
  bookingMade,
  contactReopened,
  OTHER_SLOT,
  SAMPLE_HOLD,
  SAMPLE_SERVICES,
  SAMPLE_SLOT,
  slotTaken,
} from '../../testing/sample-wizard.ts'
import { isStepReachable } from './reachable-steps.ts'
import { EMPTY_WIZARD, STEPS, type Wizard, type WizardAction } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

describe('any sequence of actions', () => {
  /** The service `zauberei` does not exist. */
  const someServiceId = fc.constantFrom('erstordination', 'akupunktur', 'zauberei')
  const someDay = fc.constantFrom('2027-01-12', '2027-01-13')
  const someSlot = fc.constantFrom(SAMPLE_SLOT, OTHER_SLOT)
  const someHold = fc.constantFrom(SAMPLE_HOLD, { ...SAMPLE_HOLD, id: 'hold-2' })
  const someVisit = fc.constantFrom<Visit[]>('first', 'return')
  const someView = fc.constantFrom<TimesView[]>('calendar', 'list')
  const someServices = fc.subarray([...SAMPLE_SERVICES])
  /** The steps are 1 to 6; a URL may name any other number. */
  const someStep = fc.integer({ min: -2, max: 9 })
  const someAction = fc.oneof<fc.Arbitrary<WizardAction>[]>(
    someVisit.map((visit) => ({ type: 'visit chosen', visit })),
    someServiceId.map((serviceId) => ({ type: 'service chosen', serviceId })),
    someServices.map((services) => ({ type: 'services loaded', services })),
    someView.map((view) => ({ type: 'view chosen', view })),
    someDay.map((day) => ({ type: 'day chosen', day })),
    fc.tuple(someSlot, someDay).map(([slot, day]) => ({ type: 'slot chosen', slot, day })),
    fc.constant({ type: 'slot confirmed' }),
    fc.boolean().map((remember) => ({ type: 'remember set', remember })),
    fc.tuple(someHold, someSlot).map(([hold, slot]) => ({ type: 'hold placed', hold, slot })),
    someHold.map((hold) => ({ type: 'hold extended', ...hold })),
    fc.constant({ type: 'hold expired' }),
    fc.constant(slotTaken),
    fc.constant(contactReopened),
    fc.constant(bookingMade),
    fc.constant({ type: 'started anew' }),
    someStep.map((step) => ({ type: 'step requested', step })),
  )

  /** Chance alone hardly ever leads to a hold, so half of the sequences begin with one. */
  const someStart = fc.constantFrom(EMPTY_WIZARD, AT_REVIEW)
  const someActions = fc.array(someAction, { maxLength: 60 })

  /** Checks the wizard after each action of two thousand sequences. */
  function checkAfterEachAction(check: (wizard: Wizard, action: WizardAction) => void) {
    fc.assert(
      fc.property(someStart, someActions, (start, actions) => {
        let wizard = start
        for (const action of actions) {
          wizard = wizardReducer(wizard, action)
          check(wizard, action)
        }
      }),
      { numRuns: 2000 },
    )
  }

  test('leaves the wizard at a reachable step', () => {
    checkAfterEachAction((wizard, action) => {
      expect(isStepReachable(wizard, wizard.step), `${action.type} → step ${wizard.step}`).toBe(true)
    })
  })

  test('leaves a hold only in the contact and the review, and only with a slot', () => {
    checkAfterEachAction((wizard, action) => {
      if (wizard.hold === undefined) return
      expect(wizard.slot, action.type).toBeDefined()
      expect([STEPS.contact, STEPS.review], action.type).toContain(wizard.step)
    })
  })

  test('can be followed by going back step by step, which ends at the first one', () => {
    fc.assert(
      fc.property(someStart, someActions, (start, actions) => {
        let wizard = actions.reduce(wizardReducer, start)
        for (let pressed = 0; pressed < STEPS.done; pressed++)
          wizard = wizardReducer(wizard, { type: 'step requested', step: wizard.step - 1 })
        expect(wizard.step).toBe(1)
      }),
    )
  })
})
