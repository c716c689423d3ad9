import { expect, test } from 'vitest'
import type { Visit } from '../../../src/shared/service/service.ts'
import {
  SAMPLE_SERVICES,
  SAMPLE_SLOT,
  slotChosen,
  slotTaken,
  stepRequested,
  toContact,
  toReview,
  toService,
  toSlot,
  wizardAfter,
} from '../../testing/sample-wizard.ts'
import { EMPTY_WIZARD, type Wizard, type WizardAction } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

type Case = { title: string; actions: readonly WizardAction[]; wizard: Partial<Wizard> }

test.for<Case>([
  {
    title: 'the choice of a visit leads to the services',
    actions: toService,
    wizard: { step: 2, visit: 'first' },
  },
  {
    title: 'the choice of the same visit again keeps service and slot',
    actions: [...toContact, stepRequested(1), ...toService],
    wizard: { slot: SAMPLE_SLOT, visit: 'first', serviceId: 'erstordination' },
  },
  {
    title: 'the choice of another visit drops service, slot and hold',
    actions: [...toReview, stepRequested(1), { type: 'visit chosen', visit: 'return' }],
    wizard: { step: 2, visit: 'return', serviceId: undefined, slot: undefined, hold: undefined },
  },
  {
    title: 'a step back from the services leads to the visit, which stays chosen',
    actions: [...toService, stepRequested(1)],
    wizard: { step: 1, visit: 'first' },
  },
])('$title', ({ actions, wizard }) => {
  expect(wizardAfter(...actions)).toMatchObject(wizard)
})

test.for<Case>([
  {
    title: 'the choice of a service leads to the slots',
    actions: toSlot,
    wizard: { step: 3, serviceId: 'erstordination' },
  },
  {
    title: 'the choice of the same service again keeps the slot',
    actions: [...toContact, stepRequested(2), { type: 'service chosen', serviceId: 'erstordination' }],
    wizard: { step: 3, slot: SAMPLE_SLOT },
  },
  {
    title: 'the choice of another service drops the slot',
    actions: [...toContact, stepRequested(2), { type: 'service chosen', serviceId: 'vorsorge' }],
    wizard: { step: 3, slot: undefined },
  },
  {
    title: 'a service that is not offered any more is dropped with everything that was chosen after it',
    actions: [...toContact, { type: 'services loaded', services: [] }],
    wizard: {
      step: 2,
      serviceId: undefined,
      slot: undefined,
      notice: { tone: 'danger', text: 'Diese Leistung gibt es nicht mehr.' },
    },
  },
  {
    title: 'a service that is offered, but not for the chosen visit, is dropped without a notice',
    actions: [
      ...toSlot,
      {
        type: 'services loaded',
        services: SAMPLE_SERVICES.map((service) => ({ ...service, first_visit: false })),
      },
    ],
    wizard: { step: 2, serviceId: undefined, notice: undefined },
  },
])('$title', ({ actions, wizard }) => {
  expect(wizardAfter(...actions)).toMatchObject(wizard)
})

test.for<Case>([
  {
    title: 'the choice of a slot leads nowhere before it is confirmed',
    actions: [...toSlot, slotChosen],
    wizard: { step: 3 },
  },
  { title: 'the confirmation of a slot leads to the contact', actions: toContact, wizard: { step: 4 } },
  {
    title: 'a confirmation without a slot leads nowhere',
    actions: [...toSlot, { type: 'slot confirmed' }],
    wizard: { step: 3 },
  },
  {
    title: 'the choice of another day drops the slot',
    actions: [...toSlot, slotChosen, { type: 'day chosen', day: '2027-01-13' }],
    wizard: { day: '2027-01-13', slot: undefined },
  },
  {
    title: 'the choice of the same day again keeps the slot',
    actions: [...toSlot, slotChosen, { type: 'day chosen', day: '2027-01-12' }],
    wizard: { slot: SAMPLE_SLOT },
  },
  {
    title: 'a slot that somebody else has taken leads to the slots, with the sentence of the server',
    actions: [...toContact, slotTaken],
    wizard: {
      step: 3,
      day: '2027-01-12',
      slot: undefined,
      notice: { tone: 'danger', text: 'Vergeben.' },
    },
  },
  {
    title: 'the next choice of a slot removes the notice that one was taken',
    actions: [...toContact, slotTaken, slotChosen],
    wizard: { notice: undefined },
  },
])('$title', ({ actions, wizard }) => {
  expect(wizardAfter(...actions)).toMatchObject(wizard)
})

test('a slot that is found taken after the patient went back to the services changes nothing', () => {
  const wizard = wizardAfter(...toContact, stepRequested(2))
  expect(wizardReducer(wizard, slotTaken)).toBe(wizard)
})

test('a service from the URL stays only after the choice of a visit for which it is offered', () => {
  const preset: Wizard = { ...EMPTY_WIZARD, serviceId: 'akupunktur' }
  const wizardAfterVisit = (visit: Visit) =>
    wizardReducer(wizardReducer(preset, { type: 'visit chosen', visit }), {
      type: 'services loaded',
      services: SAMPLE_SERVICES,
    })
  expect(wizardAfterVisit('return')).toMatchObject({ step: 2, serviceId: 'akupunktur' })
  expect(wizardAfterVisit('first')).toMatchObject({ step: 2, serviceId: undefined })
})

test.for<{ title: string; preset: Partial<Wizard>; wizard: Partial<Wizard> }>([
  {
    title: 'a service from the URL that is not offered for the chosen visit is dropped',
    preset: { visit: 'first', serviceId: 'akupunktur' },
    wizard: { step: 2, serviceId: undefined },
  },
  {
    title: 'a service from the URL brings the visit for which it is offered',
    preset: { serviceId: 'akupunktur' },
    wizard: { step: 3, visit: 'return' },
  },
  {
    title: 'a service from the URL that does not exist leads to the first step',
    preset: { serviceId: 'zauberei' },
    wizard: { step: 1, serviceId: undefined },
  },
])('$title', ({ preset, wizard }) => {
  const opened = { ...EMPTY_WIZARD, step: 3, ...preset } as const
  expect(wizardReducer(opened, { type: 'services loaded', services: SAMPLE_SERVICES })).toMatchObject(wizard)
})
