import { describe, expect, test } from 'vitest'
import { HOLD_EXPIRED } from '../../../src/shared/messages.de.ts'
import type { Visit } from '../../../src/shared/service/service.ts'
import {
  clampStep,
  EMPTY_WIZARD,
  isInProgress,
  isStepReachable,
  nearestReachable,
  type Step,
  type Wizard,
  type WizardAction,
} from './wizard.ts'
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
/** Akupunktur is offered for return visits only. */
const services = [
  { id: 'erstordination', name: 'Erstordination', first_visit: true, display_order: 1 },
  { id: 'akupunktur', name: 'Akupunktur', first_visit: false, display_order: 2 },
]

/** Returns the wizard after these actions, from its first step on. */
function wizardAfter(...actions: WizardAction[]): Wizard {
  return actions.reduce(wizardReducer, EMPTY_WIZARD)
}

/** The actions that lead from the first step to each other step. */
const toService: WizardAction[] = [{ type: 'visit chosen', visit: 'first' }]
const toSlot: WizardAction[] = [...toService, { type: 'service chosen', serviceId: 'erstordination' }]
const toContact: WizardAction[] = [
  ...toSlot,
  { type: 'slot chosen', slot, day: '2027-01-12' },
  { type: 'slot confirmed' },
]
const toReview: WizardAction[] = [...toContact, { type: 'hold placed', hold, slot }]
/** The hold expires after the patient has gone back from the review to change the contact. */
const toLostTime: WizardAction[] = [...toReview, { type: 'contact reopened' }, { type: 'hold expired' }]

const otherServiceChosen: WizardAction = { type: 'service chosen', serviceId: 'vorsorge' }
const sameServiceChosen: WizardAction = { type: 'service chosen', serviceId: 'erstordination' }
const slotChosen: WizardAction = { type: 'slot chosen', slot, day: '2027-01-12' }
const otherSlotChosen: WizardAction = { type: 'slot chosen', slot: otherSlot, day: '2027-01-13' }
const holdPlaced: WizardAction = { type: 'hold placed', hold, slot }
const otherHoldPlaced: WizardAction = { type: 'hold placed', hold, slot: otherSlot }
const slotLost: WizardAction = { type: 'slot lost', reason: 'Vergeben.' }
const rememberTicked: WizardAction = { type: 'remember set', remember: true }
const bookingMade: WizardAction = { type: 'booked', booked }
/** The action of a link or a button that leads to the step with this number. */
const stepRequested = (step: number): WizardAction => ({ type: 'step requested', step })
const NOTHING_CHOSEN = { serviceId: undefined, day: undefined, slot: undefined, hold: undefined }

describe('after these actions', () => {
  test.for<[title: string, actions: WizardAction[], wizard: Partial<Wizard>]>([
    ['a visit leads to the services', toService, { step: 2, visit: 'first' }],
    ['a service leads to the slots', toSlot, { step: 3, serviceId: 'erstordination' }],
    [
      'the same service again advances and keeps the slot',
      [...toContact, stepRequested(2), sameServiceChosen],
      { step: 3, slot },
    ],
    [
      'another service drops the slot',
      [...toContact, stepRequested(2), otherServiceChosen],
      { step: 3, slot: undefined },
    ],
    ['a slot leads nowhere before it is confirmed', [...toSlot, slotChosen], { step: 3 }],
    ['a confirmed slot leads to the contact', toContact, { step: 4 }],
    ['confirming without a slot changes nothing', [...toSlot, { type: 'slot confirmed' }], { step: 3 }],
    ['a hold leads to the review', toReview, { step: 5, hold }],
    [
      'a hold for a slot other than the chosen one is ignored',
      [...toContact, otherHoldPlaced],
      { step: 4, hold: undefined },
    ],
    [
      'a booking shows the last step, with nothing chosen',
      [...toReview, bookingMade],
      { step: 6, booked, ...NOTHING_CHOSEN },
    ],
    [
      'a booking that was made while the patient went back is shown',
      [...toReview, stepRequested(4), bookingMade],
      { step: 6 },
    ],
    [
      'the same visit type keeps service and slot',
      [...toContact, stepRequested(1), ...toService],
      { slot, visit: 'first' },
    ],
    [
      'another visit type drops service, slot and hold',
      [...toReview, stepRequested(1), { type: 'visit chosen', visit: 'return' }],
      { step: 2, visit: 'return', serviceId: undefined, slot: undefined, hold: undefined },
    ],
    [
      'another day drops the slot',
      [...toSlot, slotChosen, { type: 'day chosen', day: '2027-01-13' }],
      { day: '2027-01-13', slot: undefined },
    ],
    [
      'the same day again keeps the slot',
      [...toSlot, slotChosen, { type: 'day chosen', day: '2027-01-12' }],
      { slot },
    ],
    [
      'back from the services leads to the visit',
      [...toService, stepRequested(1)],
      { step: 1, visit: 'first' },
    ],
    [
      'back from the review drops the hold',
      [...toReview, stepRequested(4)],
      { step: 4, hold: undefined, slot },
    ],
    [
      'a link from the review to the slots drops the hold',
      [...toReview, stepRequested(3)],
      { step: 3, hold: undefined, slot },
    ],
    [
      'changing the contact from the review keeps the hold',
      [...toReview, { type: 'contact reopened' }],
      { step: 4, hold },
    ],
    [
      'the review after a change of the contact still has the hold',
      [...toReview, { type: 'contact reopened' }, stepRequested(5)],
      { step: 5, hold },
    ],
    [
      'a step further back than the contact drops the hold, after a change of the contact too',
      [...toReview, { type: 'contact reopened' }, stepRequested(3)],
      { step: 3, hold: undefined },
    ],
    [
      'a notice says why the contact has to be completed',
      [...toReview, { type: 'contact reopened', reason: 'Bitte ergänzen.' }],
      { notice: { tone: 'info', text: 'Bitte ergänzen.' } },
    ],
    [
      '"Auf diesem Gerät merken" outlives the booking',
      [...toReview, rememberTicked, bookingMade],
      { remember: true },
    ],
    [
      '"Auf diesem Gerät merken" outlives the step after the booking',
      [...toReview, rememberTicked, bookingMade, stepRequested(1)],
      { step: 1, remember: true },
    ],
    [
      'an expired hold leads to the first step with a notice and drops the slot',
      [...toReview, { type: 'hold expired' }],
      {
        ...{ step: 1, visit: 'first', serviceId: 'erstordination', slot: undefined, hold: undefined },
        notice: { tone: 'danger', text: HOLD_EXPIRED },
      },
    ],
    [
      'a hold that expires in the fourth step leaves the patient there',
      toLostTime,
      { step: 4, hold: undefined, notice: { tone: 'danger', text: HOLD_EXPIRED } },
    ],
    [
      'after an expired hold another time is chosen in the fourth step, and can be held',
      [...toLostTime, otherSlotChosen, otherHoldPlaced],
      { step: 5, day: '2027-01-13', slot: otherSlot, hold, notice: undefined },
    ],
    [
      'a request for the review does not hide that the hold has expired',
      [...toLostTime, stepRequested(5)],
      { step: 4, notice: { tone: 'danger', text: HOLD_EXPIRED } },
    ],
    [
      'a step back to the slots drops the slot that was lost in the fourth step',
      [...toLostTime, stepRequested(3)],
      { step: 3, slot: undefined, notice: undefined },
    ],
    [
      "a taken slot leads to the slots with the server's sentence",
      [...toContact, slotLost],
      { step: 3, day: '2027-01-12', slot: undefined, notice: { tone: 'danger', text: 'Vergeben.' } },
    ],
    [
      'the next choice of a slot removes the notice',
      [...toContact, slotLost, slotChosen],
      { notice: undefined },
    ],
    [
      'a service that is not offered any more is dropped with everything that was chosen after it',
      [...toContact, { type: 'services loaded', services: [] }],
      { step: 2, serviceId: undefined, slot: undefined },
    ],
  ])('%s', ([, actions, wizard]) => {
    expect(wizardAfter(...actions)).toMatchObject(wizard)
  })

  test.for<[title: string, before: WizardAction[], action: WizardAction]>([
    ['a hold that arrives after the patient went back', [...toContact, stepRequested(2)], holdPlaced],
    ['a taken slot after the patient went back', [...toContact, stepRequested(2)], slotLost],
    ['an expiry without a hold', toContact, { type: 'hold expired' }],
    ['another slot in the fourth step while the chosen slot is not lost', toContact, otherSlotChosen],
    [
      'another slot in the fourth step while the chosen slot is held',
      [...toReview, { type: 'contact reopened', reason: 'Bitte ergänzen.' }],
      otherSlotChosen,
    ],
    ['an extension of another hold', toReview, { type: 'hold extended', ...hold, id: 'hold-0' }],
  ])('%s changes nothing', ([, before, action]) => {
    const wizard = wizardAfter(...before)
    expect(wizardReducer(wizard, action)).toBe(wizard)
  })

  test('an extension moves the end of the hold', () => {
    const extendedHold = { ...hold, expiresAt: hold.expiresAt + 1 }
    expect(wizardAfter(...toReview, { type: 'hold extended', ...extendedHold }).hold).toEqual(extendedHold)
  })
  test('starting anew drops everything but "Auf diesem Gerät merken"', () => {
    const anew = wizardAfter(...toReview, rememberTicked, { type: 'started anew' })
    expect(anew).toEqual({ ...EMPTY_WIZARD, remember: true })
  })
  test('leaving the last step leads to the first, with nothing chosen', () => {
    for (const step of [1, 2, 3, 4, 5])
      expect(wizardAfter(...toReview, bookingMade, stepRequested(step))).toEqual(EMPTY_WIZARD)
  })
  test('a service from the address stays only after the choice of a visit for which it is offered', () => {
    const preset: Wizard = { ...EMPTY_WIZARD, serviceId: 'akupunktur' }
    const wizardAfterVisit = (visit: Visit) =>
      wizardReducer(wizardReducer(preset, { type: 'visit chosen', visit }), {
        type: 'services loaded',
        services,
      })
    expect(wizardAfterVisit('return')).toMatchObject({ step: 2, serviceId: 'akupunktur' })
    expect(wizardAfterVisit('first')).toMatchObject({ step: 2, serviceId: undefined })
  })
  test.for<[title: string, preset: Partial<Wizard>, wizard: Partial<Wizard>]>([
    [
      'a service from the address of the other visit type is dropped',
      { visit: 'first', serviceId: 'akupunktur' },
      { step: 2, serviceId: undefined },
    ],
    [
      'a service from the address brings its visit type',
      { serviceId: 'akupunktur' },
      { step: 3, visit: 'return' },
    ],
    [
      'a service from the address that does not exist leads to the first step',
      { serviceId: 'zauberei' },
      { step: 1, serviceId: undefined },
    ],
  ])('%s', ([, preset, wizard]) => {
    const before = { ...EMPTY_WIZARD, step: 3, ...preset } as const
    expect(wizardReducer(before, { type: 'services loaded', services })).toMatchObject(wizard)
  })
})

describe('which steps are reachable', () => {
  const reachableSteps = (wizard: Wizard) =>
    ([1, 2, 3, 4, 5, 6] as Step[]).filter((step) => isStepReachable(wizard, step))

  test.each([
    ['nothing chosen', EMPTY_WIZARD, [1]],
    ['a visit', wizardAfter(...toService), [1, 2]],
    ['a service', wizardAfter(...toSlot), [1, 2, 3]],
    ['a slot', wizardAfter(...toContact), [1, 2, 3, 4]],
    ['a hold', wizardAfter(...toReview), [1, 2, 3, 4, 5]],
    ['a booking', wizardAfter(...toReview, { type: 'booked', booked }), [6]],
  ])('with %s', (_, wizard, steps) => {
    expect(reachableSteps(wizard)).toEqual(steps)
  })

  test('an unreachable step is replaced by the last reachable one before it', () => {
    expect(nearestReachable(wizardAfter(...toService), 5)).toBe(2)
    expect(wizardAfter(...toSlot, { type: 'step requested', step: 5 }).step).toBe(3)
    expect(wizardAfter({ type: 'step requested', step: 6 }).step).toBe(1)
  })
})

test.each([
  [-3, 1],
  [0, 1],
  [1, 1],
  [4, 4],
  [6, 6],
  [7, 6],
  [1e9, 6],
  [Number.NaN, 1],
])('the step nearest to %d is %i', (wanted, step) => {
  expect(clampStep(wanted)).toBe(step)
})

describe('the browser warns before the page is closed', () => {
  test('after the first step', () => {
    expect(isInProgress(EMPTY_WIZARD)).toBe(false)
    expect(isInProgress(wizardAfter(...toService))).toBe(true)
  })

  test('with a slot or a hold', () => {
    expect(isInProgress({ ...EMPTY_WIZARD, slot })).toBe(true)
    expect(isInProgress({ ...EMPTY_WIZARD, hold })).toBe(true)
  })

  test('not after the booking', () => {
    expect(isInProgress(wizardAfter(...toReview, { type: 'booked', booked }))).toBe(false)
  })
})
