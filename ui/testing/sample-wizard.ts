import { MINUTE } from '../../src/shared/day.ts'
import { initialWizard, type StoredWizard } from '../booking/wizard/initial-state.ts'
import {
  EMPTY_WIZARD,
  type Hold,
  type OfferableService,
  STEPS,
  type Wizard,
  type WizardAction,
} from '../booking/wizard/wizard.ts'
import { wizardReducer } from '../booking/wizard/wizard-reducer.ts'

// The choices and actions with which the tests of the wizard begin.

/** The present of these tests: 13:40 in Vienna. */
export const WIZARD_NOW = { instant: Date.parse('2027-01-07T13:40:00+01:00'), today: () => '2027-01-07' }
export const SAMPLE_SLOT = { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:15:00+01:00' }
export const OTHER_SLOT = { start: '2027-01-13T10:00:00+01:00', end: '2027-01-13T10:45:00+01:00' }
/** A hold that ends ten minutes from now. */
export const SAMPLE_HOLD: Hold = { id: 'hold-1', expiresAt: WIZARD_NOW.instant + 10 * MINUTE }
export const SAMPLE_BOOKED = {
  id: 'booking-1',
  start: SAMPLE_SLOT.start,
  serviceName: 'Erstordination',
  duration: 'ca. 45\u00a0Min',
  hint: '',
  email: 'a@b.at',
}
/** Akupunktur is offered for return visits only. */
export const SAMPLE_SERVICES: readonly OfferableService[] = [
  { id: 'erstordination', name: 'Erstordination', first_visit: true, display_order: 1 },
  { id: 'akupunktur', name: 'Akupunktur', first_visit: false, display_order: 2 },
]

export const slotChosen: WizardAction = { type: 'slot chosen', slot: SAMPLE_SLOT, day: '2027-01-12' }
export const otherSlotChosen: WizardAction = { type: 'slot chosen', slot: OTHER_SLOT, day: '2027-01-13' }
export const holdPlaced: WizardAction = { type: 'hold placed', hold: SAMPLE_HOLD, slot: SAMPLE_SLOT }
export const contactReopened: WizardAction = { type: 'contact reopened' }
export const slotTaken: WizardAction = { type: 'slot lost', reason: 'Vergeben.' }
export const rememberTicked: WizardAction = { type: 'remember set', remember: true }
export const bookingMade: WizardAction = { type: 'booked', booked: SAMPLE_BOOKED }
/** Returns the action of a link or a button that leads to the step with this number. */
export const stepRequested = (step: number): WizardAction => ({ type: 'step requested', step })

/** The actions that lead from the first step to each other step. */
export const toService: readonly WizardAction[] = [{ type: 'visit chosen', visit: 'first' }]
export const toSlot: readonly WizardAction[] = [
  ...toService,
  { type: 'service chosen', serviceId: 'erstordination' },
]
export const toContact: readonly WizardAction[] = [...toSlot, slotChosen, { type: 'slot confirmed' }]
export const toReview: readonly WizardAction[] = [...toContact, holdPlaced]

/** Returns the wizard after these actions, from its first step on. */
export function wizardAfter(...actions: readonly WizardAction[]): Wizard {
  return actions.reduce(wizardReducer, EMPTY_WIZARD)
}

/** A wizard at step 5, with the choices of all steps before it. */
export const AT_REVIEW: Wizard = {
  ...EMPTY_WIZARD,
  step: STEPS.review,
  visit: 'first',
  serviceId: 'erstordination',
  day: '2027-01-12',
  slot: SAMPLE_SLOT,
  hold: SAMPLE_HOLD,
}

/** The same wizard with the choices that belong to no step: the list view and "Auf diesem Gerät merken". */
export const AT_REMEMBERED_REVIEW: Wizard = { ...AT_REVIEW, view: 'list', remember: true }

/** The stored state of a tab in step 4, where nothing is held yet. */
export const STORED_AT_CONTACT = {
  step: STEPS.contact,
  visit: 'first',
  serviceId: 'erstordination',
  day: '2027-01-12',
  slot: SAMPLE_SLOT,
} as const satisfies StoredWizard

export type WizardOpening = { search?: string; hash?: string; stored?: StoredWizard }

/** Returns the wizard that opens at a URL; `stored` is the state that the tab stored earlier. */
export function openWizard({ search = '', hash = '', stored = {} }: WizardOpening): Wizard {
  return initialWizard(stored, { search, hash }, WIZARD_NOW)
}
