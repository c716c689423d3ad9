import { describe, expect, test } from 'vitest'
import { HOLD_EXPIRED } from '../../../src/shared/messages.de.ts'
import {
  contactReopened,
  holdPlaced,
  OTHER_SLOT,
  otherSlotChosen,
  SAMPLE_HOLD,
  SAMPLE_SLOT,
  stepRequested,
  toContact,
  toReview,
  wizardAfter,
} from '../../testing/sample-wizard.ts'
import type { Wizard, WizardAction } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

type Case = { title: string; actions: readonly WizardAction[]; wizard: Partial<Wizard> }

const holdExpired: WizardAction = { type: 'hold expired' }
const otherSlotHeld: WizardAction = { type: 'hold placed', hold: SAMPLE_HOLD, slot: OTHER_SLOT }
/** The actions after which the hold expires in step 4: the patient went back to change the contact. */
const toLostTime = [...toReview, contactReopened, holdExpired]

describe('a hold', () => {
  test.for<Case>([
    { title: 'leads to the review', actions: toReview, wizard: { step: 5, hold: SAMPLE_HOLD } },
    {
      title: 'of a slot other than the chosen one is ignored',
      actions: [...toContact, otherSlotHeld],
      wizard: { step: 4, hold: undefined },
    },
    {
      title: 'is dropped by the step back from the review to the contact',
      actions: [...toReview, stepRequested(4)],
      wizard: { step: 4, hold: undefined, slot: SAMPLE_SLOT },
    },
    {
      title: 'is dropped by a link from the review to the slots',
      actions: [...toReview, stepRequested(3)],
      wizard: { step: 3, hold: undefined, slot: SAMPLE_SLOT },
    },
    {
      title: 'stays while the patient changes the contact from the review',
      actions: [...toReview, contactReopened],
      wizard: { step: 4, hold: SAMPLE_HOLD },
    },
    {
      title: 'is still there in the review after a change of the contact',
      actions: [...toReview, contactReopened, stepRequested(5)],
      wizard: { step: 5, hold: SAMPLE_HOLD },
    },
    {
      title: 'is dropped by a step back from the changed contact to the slots',
      actions: [...toReview, contactReopened, stepRequested(3)],
      wizard: { step: 3, hold: undefined },
    },
  ])('$title', ({ actions, wizard }) => {
    expect(wizardAfter(...actions)).toMatchObject(wizard)
  })

  test('stays while a notice says why the contact has to be completed', () => {
    const wizard = wizardAfter(...toReview, { type: 'contact reopened', reason: 'Bitte ergänzen.' })
    expect(wizard.hold).toEqual(SAMPLE_HOLD)
    expect(wizard.notice).toEqual({ tone: 'info', text: 'Bitte ergänzen.' })
  })

  test('stays with both notices when another tab has placed it and the contact has to be completed', () => {
    const opened: Wizard = {
      ...wizardAfter(...toReview),
      notice: { tone: 'info', text: 'Aus einem anderen Fenster.', canStartAnew: true },
    }
    const wizard = wizardReducer(opened, { type: 'contact reopened', reason: 'Bitte ergänzen.' })
    expect(wizard).toMatchObject({ step: 4, hold: SAMPLE_HOLD })
    expect(wizard.notice).toEqual({
      tone: 'info',
      text: 'Aus einem anderen Fenster. Bitte ergänzen.',
      canStartAnew: true,
    })
  })

  test('ends later when it is extended', () => {
    const extendedHold = { ...SAMPLE_HOLD, expiresAt: SAMPLE_HOLD.expiresAt + 1 }
    expect(wizardAfter(...toReview, { type: 'hold extended', ...extendedHold }).hold).toEqual(extendedHold)
  })
})

describe('a hold that expires', () => {
  const notice = { tone: 'danger', text: HOLD_EXPIRED } as const

  test.for<Case>([
    {
      title: 'in the review leads to the first step with a notice, and drops the slot',
      actions: [...toReview, holdExpired],
      wizard: {
        step: 1,
        visit: 'first',
        serviceId: 'erstordination',
        slot: undefined,
        hold: undefined,
        notice,
      },
    },
    {
      title: 'in the contact leaves the patient there',
      actions: toLostTime,
      wizard: { step: 4, hold: undefined, notice },
    },
    {
      title: 'in the contact lets another time be chosen there, and held',
      actions: [...toLostTime, otherSlotChosen, otherSlotHeld],
      wizard: { step: 5, day: '2027-01-13', slot: OTHER_SLOT, hold: SAMPLE_HOLD, notice: undefined },
    },
    {
      title: 'in the contact keeps its notice when the patient asks for the review',
      actions: [...toLostTime, stepRequested(5)],
      wizard: { step: 4, notice },
    },
    {
      title: 'in the contact leaves no slot after a step back to the slots',
      actions: [...toLostTime, stepRequested(3)],
      wizard: { step: 3, slot: undefined, notice: undefined },
    },
  ])('$title', ({ actions, wizard }) => {
    expect(wizardAfter(...actions)).toMatchObject(wizard)
  })
})

test.for<{ title: string; actions: readonly WizardAction[]; ignored: WizardAction }>([
  {
    title: 'a hold that arrives after the patient went back',
    actions: [...toContact, stepRequested(2)],
    ignored: holdPlaced,
  },
  { title: 'an expiry without a hold', actions: toContact, ignored: holdExpired },
  {
    title: 'another slot in the contact while the chosen slot is not lost',
    actions: toContact,
    ignored: otherSlotChosen,
  },
  {
    title: 'another slot in the contact while the chosen slot is held',
    actions: [...toReview, { type: 'contact reopened', reason: 'Bitte ergänzen.' }],
    ignored: otherSlotChosen,
  },
  {
    title: 'an extension of another hold',
    actions: toReview,
    ignored: { type: 'hold extended', ...SAMPLE_HOLD, id: 'hold-0' },
  },
])('$title changes nothing', ({ actions, ignored }) => {
  const wizard = wizardAfter(...actions)
  expect(wizardReducer(wizard, ignored)).toBe(wizard)
})
