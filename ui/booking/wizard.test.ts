import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOLD_EXPIRED } from '../../src/shared/messages.de.ts'
import type { Visit } from '../../src/shared/service.ts'
import {
  type Action,
  clampStep,
  EMPTY_WIZARD,
  isInProgress,
  isReachable,
  nearestReachable,
  type Step,
  type Wizard,
  wizardReducer,
} from './wizard.ts'

const slot = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:15:00+01:00' }
const otherSlot = { start: '2027-01-12T10:00:00+01:00', end: '2027-01-12T10:45:00+01:00' }
const hold = { id: 'hold-1', expiresAt: Date.parse('2027-01-07T13:50:00+01:00') }
const booked = {
  id: 'booking-1',
  start: slot.start,
  serviceName: 'Erstordination',
  duration: 'ca. 45 Min',
  hint: '',
  email: 'a@b.at',
}
const services = [
  { id: 'erstordination', name: 'Erstordination', first_visit: true, display_order: 1 },
  { id: 'akupunktur', name: 'Akupunktur', first_visit: false, display_order: 2 },
]

function wizardAfter(...actions: Action[]): Wizard {
  return actions.reduce(wizardReducer, EMPTY_WIZARD)
}

const toService: Action[] = [{ type: 'visit chosen', visit: 'first' }]
const toSlot: Action[] = [...toService, { type: 'service chosen', serviceId: 'erstordination' }]
const toContact: Action[] = [
  ...toSlot,
  { type: 'slot chosen', slot, day: '2027-01-12' },
  { type: 'slot confirmed' },
]
const toReview: Action[] = [...toContact, { type: 'hold placed', hold, slot }]

describe('going forward', () => {
  test('a visit leads to the services', () => {
    expect(wizardAfter(...toService)).toMatchObject({ step: 2, visit: 'first' })
  })
  test('a service leads to the slots', () => {
    expect(wizardAfter(...toSlot)).toMatchObject({ step: 3, serviceId: 'erstordination' })
  })
  test('picking the same service again advances and keeps the slot', () => {
    const back = wizardAfter(...toContact, { type: 'step requested', step: 2 })
    expect(wizardReducer(back, { type: 'service chosen', serviceId: 'erstordination' })).toMatchObject({
      step: 3,
      slot,
    })
  })
  test('another service drops the slot, which was free for the first one only', () => {
    const back = wizardAfter(...toContact, { type: 'step requested', step: 2 })
    expect(wizardReducer(back, { type: 'service chosen', serviceId: 'vorsorge' })).toMatchObject({
      step: 3,
      slot: undefined,
    })
  })
  test('a slot leads to the contact only when it is confirmed', () => {
    expect(wizardAfter(...toSlot, { type: 'slot chosen', slot, day: '2027-01-12' }).step).toBe(3)
    expect(wizardAfter(...toContact).step).toBe(4)
  })
  test('confirming without a slot changes nothing', () => {
    expect(wizardAfter(...toSlot, { type: 'slot confirmed' }).step).toBe(3)
  })
  test('a hold leads to the review', () => {
    expect(wizardAfter(...toReview)).toMatchObject({ step: 5, hold })
  })
  test('a hold for a slot other than the chosen one is ignored', () => {
    expect(wizardAfter(...toContact, { type: 'hold placed', hold, slot: otherSlot })).toMatchObject({
      step: 4,
      hold: undefined,
    })
  })
  test('a hold that arrives after the patient went back is ignored', () => {
    const back = wizardAfter(...toContact, { type: 'step requested', step: 2 })
    expect(wizardReducer(back, { type: 'hold placed', hold, slot })).toEqual(back)
  })
  test('a booking clears day, slot, service and hold and shows the last step', () => {
    expect(wizardAfter(...toReview, { type: 'booked', booked })).toMatchObject({
      step: 6,
      booked,
      day: undefined,
      slot: undefined,
      serviceId: undefined,
      hold: undefined,
    })
  })
  test('a booking that was made while the patient went back is shown', () => {
    const back = wizardAfter(...toReview, { type: 'step requested', step: 4 })
    expect(wizardReducer(back, { type: 'booked', booked }).step).toBe(6)
  })
})

describe('going back and choosing again', () => {
  test('another visit type resets service, slot and hold', () => {
    const back = wizardAfter(...toContact, { type: 'step requested', step: 1 })
    expect(wizardReducer(back, { type: 'visit chosen', visit: 'return' })).toMatchObject({
      step: 2,
      visit: 'return',
      serviceId: undefined,
      slot: undefined,
      hold: undefined,
    })
  })
  test('the same visit type keeps service and slot', () => {
    const back = wizardAfter(...toContact, { type: 'step requested', step: 1 })
    expect(wizardReducer(back, { type: 'visit chosen', visit: 'first' })).toMatchObject({
      serviceId: 'erstordination',
      slot,
    })
  })
  test('a preset service survives the choice of the visit that it fits, and no other', () => {
    const preset = { ...EMPTY_WIZARD, serviceId: 'akupunktur' }
    const offered = (visit: Visit) =>
      [{ type: 'visit chosen', visit } as const, { type: 'services loaded', services } as const].reduce(
        wizardReducer,
        preset,
      )
    expect(offered('return')).toMatchObject({ step: 2, serviceId: 'akupunktur' })
    expect(offered('first')).toMatchObject({ step: 2, serviceId: undefined })
  })
  test('starting anew drops everything but "Auf diesem Gerät merken"', () => {
    const review = wizardAfter(...toReview, { type: 'remember set', remember: true })
    expect(wizardReducer(review, { type: 'started anew' })).toEqual({ ...EMPTY_WIZARD, remember: true })
  })
  test('another day clears the slot', () => {
    const chosen = wizardAfter(...toSlot, { type: 'slot chosen', slot, day: '2027-01-12' })
    expect(wizardReducer(chosen, { type: 'day chosen', day: '2027-01-13' })).toMatchObject({
      day: '2027-01-13',
      slot: undefined,
    })
  })
  test('the same day again keeps the slot', () => {
    const chosen = wizardAfter(...toSlot, { type: 'slot chosen', slot, day: '2027-01-12' })
    expect(wizardReducer(chosen, { type: 'day chosen', day: '2027-01-12' })).toBe(chosen)
  })
  test('back from the services leads to the visit', () => {
    expect(wizardAfter(...toService, { type: 'step requested', step: 1 })).toMatchObject({
      step: 1,
      visit: 'first',
    })
  })
  test('back from the review discards the hold and keeps the slot', () => {
    expect(wizardAfter(...toReview, { type: 'step requested', step: 4 })).toMatchObject({
      step: 4,
      hold: undefined,
      slot,
    })
  })
  test('a link from the review to the slots discards the hold too', () => {
    expect(wizardAfter(...toReview, { type: 'step requested', step: 3 })).toMatchObject({
      step: 3,
      hold: undefined,
      slot,
    })
  })
  test('changing the contact keeps the hold, and going further back drops it', () => {
    const reopened = wizardAfter(...toReview, { type: 'contact reopened' })
    expect(reopened).toMatchObject({ step: 4, hold })
    expect(wizardReducer(reopened, { type: 'step requested', step: 5 })).toMatchObject({ step: 5, hold })
    expect(wizardReducer(reopened, { type: 'step requested', step: 3 })).toMatchObject({
      step: 3,
      hold: undefined,
    })
  })
  test('the notice says why the contact has to be completed', () => {
    const reopened = wizardAfter(...toReview, { type: 'contact reopened', reason: 'Bitte ergänzen.' })
    expect(reopened.notice).toEqual({ tone: 'info', text: 'Bitte ergänzen.' })
  })
  test('leaving the last step leads to the first, with nothing chosen', () => {
    const done = wizardAfter(...toReview, { type: 'booked', booked })
    for (const step of [1, 2, 3, 4, 5])
      expect(wizardReducer(done, { type: 'step requested', step })).toEqual(EMPTY_WIZARD)
  })
  test('"Auf diesem Gerät merken" stays set after the booking', () => {
    const done = wizardAfter(
      ...toContact,
      { type: 'remember set', remember: true },
      { type: 'booked', booked },
    )
    expect(done.remember).toBe(true)
    expect(wizardReducer(done, { type: 'step requested', step: 1 }).remember).toBe(true)
  })
})

describe('answers of the server', () => {
  test('an expired hold leads to the first step with a notice and drops the slot', () => {
    expect(wizardAfter(...toReview, { type: 'hold expired' })).toMatchObject({
      step: 1,
      notice: { tone: 'danger', text: HOLD_EXPIRED },
      slot: undefined,
      hold: undefined,
      visit: 'first',
      serviceId: 'erstordination',
    })
  })
  test('an expiry without a hold changes nothing', () => {
    const waiting = wizardAfter(...toContact)
    expect(wizardReducer(waiting, { type: 'hold expired' })).toBe(waiting)
  })
  test('an extension changes the expiry of its own hold only', () => {
    const review = wizardAfter(...toReview)
    const later = { id: hold.id, expiresAt: hold.expiresAt + 1 }
    expect(wizardReducer(review, { type: 'hold extended', ...later }).hold).toEqual(later)
    expect(wizardReducer(review, { type: 'hold extended', ...later, id: 'hold-0' })).toBe(review)
  })
  test("a taken slot leads to the slots with the server's sentence", () => {
    expect(wizardAfter(...toContact, { type: 'slot lost', reason: 'Vergeben.' })).toMatchObject({
      step: 3,
      notice: { tone: 'danger', text: 'Vergeben.' },
      slot: undefined,
      day: '2027-01-12',
    })
  })
  test('a taken slot changes nothing after the patient went back', () => {
    const back = wizardAfter(...toContact, { type: 'step requested', step: 2 })
    expect(wizardReducer(back, { type: 'slot lost', reason: 'Vergeben.' })).toBe(back)
  })
  test('the next choice removes the notice', () => {
    const lost = wizardAfter(...toContact, { type: 'slot lost', reason: 'Vergeben.' })
    expect(
      wizardReducer(lost, { type: 'slot chosen', slot: otherSlot, day: '2027-01-12' }).notice,
    ).toBeUndefined()
  })
  test('a service that is no longer offered is dropped with everything after it', () => {
    const gone = wizardReducer(wizardAfter(...toContact), { type: 'services loaded', services: [] })
    expect(gone).toMatchObject({ step: 2, serviceId: undefined, slot: undefined })
  })
  test('a service of the other visit type is dropped', () => {
    const mixed = { ...EMPTY_WIZARD, visit: 'first', serviceId: 'akupunktur', step: 3 } as const
    expect(wizardReducer(mixed, { type: 'services loaded', services })).toMatchObject({
      step: 2,
      serviceId: undefined,
    })
  })
  test('a preselected service brings its visit type', () => {
    const preselected = { ...EMPTY_WIZARD, serviceId: 'akupunktur', step: 3 } as const
    expect(wizardReducer(preselected, { type: 'services loaded', services })).toMatchObject({
      step: 3,
      visit: 'return',
    })
  })
  test('a preselected service that does not exist leads to the first step', () => {
    const preselected = { ...EMPTY_WIZARD, serviceId: 'zauberei', step: 3 } as const
    expect(wizardReducer(preselected, { type: 'services loaded', services })).toMatchObject({
      step: 1,
      serviceId: undefined,
    })
  })
})

describe('which steps are reachable', () => {
  const reachable = (wizard: Wizard) =>
    ([1, 2, 3, 4, 5, 6] as Step[]).filter((step) => isReachable(wizard, step))

  test.each([
    ['nothing chosen', EMPTY_WIZARD, [1]],
    ['a visit', wizardAfter(...toService), [1, 2]],
    ['a service', wizardAfter(...toSlot), [1, 2, 3]],
    ['a slot', wizardAfter(...toContact), [1, 2, 3, 4]],
    ['a hold', wizardAfter(...toReview), [1, 2, 3, 4, 5]],
    ['a booking', wizardAfter(...toReview, { type: 'booked', booked }), [6]],
  ])('with %s', (_, wizard, steps) => {
    expect(reachable(wizard)).toEqual(steps)
  })

  test('an unreachable step is replaced by the last reachable one before it', () => {
    expect(nearestReachable(wizardAfter(...toService), 5)).toBe(2)
    expect(wizardAfter(...toSlot, { type: 'step requested', step: 5 }).step).toBe(3)
    expect(wizardAfter({ type: 'step requested', step: 6 }).step).toBe(1)
  })

  test('any number is clamped to 1 to 6', () => {
    expect([-3, 0, 1, 4, 6, 7, 1e9, Number.NaN].map(clampStep)).toEqual([1, 1, 1, 4, 6, 6, 6, 1])
  })

  test('the browser warns after the first step or with a slot, and not after the booking', () => {
    expect(isInProgress(EMPTY_WIZARD)).toBe(false)
    expect(isInProgress(wizardAfter(...toService))).toBe(true)
    expect(isInProgress({ ...EMPTY_WIZARD, slot })).toBe(true)
    expect(isInProgress({ ...EMPTY_WIZARD, hold })).toBe(true)
    expect(isInProgress(wizardAfter(...toReview, { type: 'booked', booked }))).toBe(false)
  })
})

describe('any sequence of actions', () => {
  const serviceId = fc.constantFrom('erstordination', 'akupunktur', 'zauberei')
  const day = fc.constantFrom('2027-01-12', '2027-01-13')
  const someSlot = fc.constantFrom(slot, otherSlot)
  const someHold = fc.constantFrom(hold, { ...hold, id: 'hold-2' })
  const action: fc.Arbitrary<Action> = fc.oneof(
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
    fc.constant<Action>({ type: 'slot confirmed' }),
    fc.record({ type: fc.constant('remember set' as const), remember: fc.boolean() }),
    fc.record({ type: fc.constant('hold placed' as const), hold: someHold, slot: someSlot }),
    someHold.map((extended) => ({ type: 'hold extended' as const, ...extended })),
    fc.constant<Action>({ type: 'hold expired' }),
    fc.constant<Action>({ type: 'slot lost', reason: 'Vergeben.' }),
    fc.constant<Action>({ type: 'contact reopened' }),
    fc.constant<Action>({ type: 'booked', booked }),
    fc.constant<Action>({ type: 'started anew' }),
    fc.record({ type: fc.constant('step requested' as const), step: fc.integer({ min: -2, max: 9 }) }),
  )

  test('the wizard is always at a reachable step', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        let wizard = EMPTY_WIZARD
        for (const next of actions) {
          wizard = wizardReducer(wizard, next)
          expect(isReachable(wizard, wizard.step), `${next.type} → step ${wizard.step}`).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a hold exists at steps 4 and 5 only, and only with a slot', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const wizard = actions.reduce(wizardReducer, EMPTY_WIZARD)
        if (wizard.hold)
          expect([wizard.step === 4 || wizard.step === 5, wizard.slot !== undefined]).toEqual([true, true])
      }),
      { numRuns: 2000 },
    )
  })

  test('going back step by step always ends at the first one', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        let wizard = actions.reduce(wizardReducer, EMPTY_WIZARD)
        for (let i = 0; i < 6; i++)
          wizard = wizardReducer(wizard, { type: 'step requested', step: wizard.step - 1 })
        expect(wizard.step).toBe(1)
      }),
    )
  })
})
