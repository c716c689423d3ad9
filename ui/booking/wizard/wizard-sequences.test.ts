import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  const someAction: fc.Arbitrary<WizardAction> = fc.oneof(
    fc.record({
      type: fc.constant('visit chosen' as const),
      visit: fc.constantFrom('first' as const, 'return' as const),
    }),
    fc.record({ type: fc.constant('service chosen' as const), serviceId }),
    fc.record({ type: fc.constant('services loaded' as const), services: fc.subarray(services) }),
    fc.record({
      type: fc.constant('view chosen' as const),
      view: fc.constantFrom('calendar' as const, 'list' as const),
    }),
    fc.record({ type: fc.constant('day chosen' as const), day }),
    fc.record({ type: fc.constant('slot chosen' as const), slot: someSlot, day }),
    fc.constant<WizardAction>({ type: 'slot confirmed' }),
    fc.record({ type: fc.constant('remember set' as const), remember: fc.boolean() }),
    fc.record({ type: fc.constant('hold placed' as const), hold: someHold, slot: someSlot }),
    someHold.map((extended) => ({ type: 'hold extended' as const, ...extended })),
    fc.constant<WizardAction>({ type: 'hold expired' }),
    fc.constant<WizardAction>({ type: 'slot lost', reason: 'Vergeben.' }),
    fc.constant<WizardAction>({ type: 'contact reopened' }),
    fc.constant<WizardAction>({ type: 'booked', booked }),
    fc.constant<WizardAction>({ type: 'started anew' }),
    // The steps are 1 to 6; an address may name any other number.
    fc.record({ type: fc.constant('step requested' as const), step: fc.integer({ min: -2, max: 9 }) }),
  )

  /** Chance alone hardly ever leads to a hold, so half of the sequences begin with one. */
  const someStart = fc.constantFrom(EMPTY_WIZARD, AT_REVIEW)
  const someActions = fc.array(someAction, { maxLength: 60 })

  test('the wizard is always at a reachable step', () => {
    fc.assert(
      fc.property(someStart, someActions, (start, actions) => {
        let wizard = start
        for (const action of actions) {
          wizard = wizardReducer(wizard, action)
          expect(isStepReachable(wizard, wizard.step), `${action.type} → step ${wizard.step}`).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a hold exists only in the contact and the review, and only with a slot', () => {
    fc.assert(
      fc.property(someStart, someActions, (start, actions) => {
        let wizard = start
        for (const action of actions) {
          wizard = wizardReducer(wizard, action)
          if (wizard.hold === undefined) continue
          expect(wizard.slot, action.type).toBeDefined()
          expect([STEPS.contact, STEPS.review], action.type).toContain(wizard.step)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('going back step by step always ends at the first one', () => {
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
