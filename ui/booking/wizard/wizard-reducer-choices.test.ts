import { describe, expect, test } from 'vitest'
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

/** Actions from the first step on, and the fields that the wizard then has. */
type Case = { title: string; actions: readonly WizardAction[]; wizard: Partial<Wizard> }

describe('the choice of a visit', () => {
  test.for<Case>([
    {
      title: 'leads to the services',
      actions: toService,
      wizard: { step: 2, visit: 'first' },
    },
    {
      title: 'keeps service and slot when it is the same again',
      actions: [...toContact, stepRequested(1), ...toService],
      wizard: { slot: SAMPLE_SLOT, visit: 'first', serviceId: 'erstordination' },
    },
    {
      title: 'drops service, slot and hold when it is another',
      actions: [...toReview, stepRequested(1), { type: 'visit chosen', visit: 'return' }],
      wizard: { step: 2, visit: 'return', serviceId: undefined, slot: undefined, hold: undefined },
    },
    {
      title: 'stays after a step back from the services',
      actions: [...toService, stepRequested(1)],
      wizard: { step: 1, visit: 'first' },
    },
  ])('$title', ({ actions, wizard }) => {
    expect(wizardAfter(...actions)).toMatchObject(wizard)
  })
})

describe('the choice of a service', () => {
  test.for<Case>([
    {
      title: 'leads to the slots',
      actions: toSlot,
      wizard: { step: 3, serviceId: 'erstordination' },
    },
    {
      title: 'keeps the slot when it is the same again',
      actions: [...toContact, stepRequested(2), { type: 'service chosen', serviceId: 'erstordination' }],
      wizard: { step: 3, slot: SAMPLE_SLOT },
    },
    {
      title: 'drops the slot when it is another',
      actions: [...toContact, stepRequested(2), { type: 'service chosen', serviceId: 'vorsorge' }],
      wizard: { step: 3, slot: undefined },
    },
    {
      title: 'is dropped with all later choices when the service is not offered any more',
      actions: [...toContact, { type: 'services loaded', services: [] }],
      wizard: {
        step: 2,
        serviceId: undefined,
        slot: undefined,
        notice: { tone: 'danger', text: 'Diese Leistung gibt es nicht mehr.' },
      },
    },
    {
      title: 'is dropped without a notice when the service is offered, but not for the chosen visit',
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
})

describe('the choice of a slot', () => {
  test.for<Case>([
    {
      title: 'leads nowhere before it is confirmed',
      actions: [...toSlot, slotChosen],
      wizard: { step: 3 },
    },
    { title: 'leads to the contact when it is confirmed', actions: toContact, wizard: { step: 4 } },
    {
      title: 'is needed before a confirmation leads to the contact',
      actions: [...toSlot, { type: 'slot confirmed' }],
      wizard: { step: 3 },
    },
    {
      title: 'is dropped by the choice of another day',
      actions: [...toSlot, slotChosen, { type: 'day chosen', day: '2027-01-13' }],
      wizard: { day: '2027-01-13', slot: undefined },
    },
    {
      title: 'is kept by the choice of the same day again',
      actions: [...toSlot, slotChosen, { type: 'day chosen', day: '2027-01-12' }],
      wizard: { slot: SAMPLE_SLOT },
    },
    {
      title: 'is dropped when somebody else has taken the slot, with the sentence of the server',
      actions: [...toContact, slotTaken],
      wizard: {
        step: 3,
        day: '2027-01-12',
        slot: undefined,
        notice: { tone: 'danger', text: 'Vergeben.' },
      },
    },
    {
      title: 'removes the notice that an earlier slot was taken',
      actions: [...toContact, slotTaken, slotChosen],
      wizard: { notice: undefined },
    },
  ])('$title', ({ actions, wizard }) => {
    expect(wizardAfter(...actions)).toMatchObject(wizard)
  })

  test('stays when the slot is found taken after the patient went back to the services', () => {
    const wizard = wizardAfter(...toContact, stepRequested(2))
    expect(wizardReducer(wizard, slotTaken)).toBe(wizard)
  })
})

describe('a service from the URL', () => {
  test('stays only after the choice of a visit for which it is offered', () => {
    // Acupuncture is offered only for return visits.
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
      title: 'is dropped when it is not offered for the chosen visit',
      preset: { visit: 'first', serviceId: 'akupunktur' },
      wizard: { step: 2, serviceId: undefined },
    },
    {
      title: 'brings the visit for which it is offered',
      preset: { serviceId: 'akupunktur' },
      wizard: { step: 3, visit: 'return' },
    },
    {
      title: 'leads to the first step when it does not exist',
      preset: { serviceId: 'zauberei' },
      wizard: { step: 1, serviceId: undefined },
    },
  ])('$title', ({ preset, wizard }) => {
    const opened = { ...EMPTY_WIZARD, step: 3, ...preset } as const
    expect(wizardReducer(opened, { type: 'services loaded', services: SAMPLE_SERVICES })).toMatchObject(
      wizard,
    )
  })
})
