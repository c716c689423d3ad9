import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Visit } from '../../../src/shared/service/service.ts'
import type { View } from '../../patient/time/slots.ts'
import { EMPTY_WIZARD, isStepReachable, STEPS, type Wizard, type WizardAction } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

const slot = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:15:00+01:00' }
const otherSlot = { start: '2027-01-12T10:00:00+01:00', end: '2027-01-12T10:45:00+01:00' }
const hold = { id: 'hold-1', expiresAt: Date.parse('2027-01-07T13:50:00+01:00') }
const booked = {
  id: 'booking-1',
  start: slot.start,
  serviceName: 'Erstordination',
  duration: 'ca. 45\u00a0Min',
  hint: '',
  email: 'a@b.at',
}
const services = [
  { id: 'erstordination', name: 'Erstordination', first_visit: true, display_order: 1 },
  { id: 'akupunktur', name: 'Akupunktur', first_visit: false, display_order: 2 },
]

/** A wizard in step 5, with everything that leads there. */
const AT_REVIEW: Wizard = {
  ...EMPTY_WIZARD,
  step: STEPS.review,
  visit: 'first',
  serviceId: 'erstordination',
  day: '2027-01-12',
  slot,
  hold,
}

describe('any sequence of actions', () => {
  /** The service `zauberei` does not exist. */
  const serviceId = fc.constantFrom('erstordination', 'akupunktur', 'zauberei')
  const day = fc.constantFrom('2027-01-12', '2027-01-13')
  const someSlot = fc.constantFrom(slot, otherSlot)
  const someHold = fc.constantFrom(hold, { ...hold, id: 'hold-2' })
  const visit = fc.constantFrom<Visit[]>('first', 'return')
  const view = fc.constantFrom<View[]>('calendar', 'list')
  const offered = fc.subarray(services)
  /** The steps are 1 to 6; an address may name any other number. */
  const step = fc.integer({ min: -2, max: 9 })
  const someAction = fc.oneof<fc.Arbitrary<WizardAction>[]>(
    visit.map((visit) => ({ type: 'visit chosen', visit })),
    serviceId.map((serviceId) => ({ type: 'service chosen', serviceId })),
    offered.map((services) => ({ type: 'services loaded', services })),
    view.map((view) => ({ type: 'view chosen', view })),
    day.map((day) => ({ type: 'day chosen', day })),
    fc.tuple(someSlot, day).map(([slot, day]) => ({ type: 'slot chosen', slot, day })),
    fc.constant({ type: 'slot confirmed' }),
    fc.boolean().map((remember) => ({ type: 'remember set', remember })),
    fc.tuple(someHold, someSlot).map(([hold, slot]) => ({ type: 'hold placed', hold, slot })),
    someHold.map((hold) => ({ type: 'hold extended', ...hold })),
    fc.constant({ type: 'hold expired' }),
    fc.constant({ type: 'slot lost', reason: 'Vergeben.' }),
    fc.constant({ type: 'contact reopened' }),
    fc.constant({ type: 'booked', booked }),
    fc.constant({ type: 'started anew' }),
    step.map((step) => ({ type: 'step requested', step })),
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
