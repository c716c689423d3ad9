import type { Day, Instant } from '../../../src/shared/day.ts'
import { HOLD_EXPIRED } from '../../../src/shared/messages.de.ts'
import { type Service, servicesFor, type Visit } from '../../../src/shared/service/service.ts'
import type { Slot, Wanted } from '../../api/free-times.ts'
import type { View } from '../../patient/time/slots.ts'

/** The numbers of the steps, which stand in addresses: Besuch, Leistung, Termin, Daten, Prüfen, Buchen. */
export const STEPS = { visit: 1, service: 2, slot: 3, contact: 4, review: 5, done: 6 } as const
export type Step = (typeof STEPS)[keyof typeof STEPS]

/** A slot that the server has reserved for this patient. */
export type Hold = Readonly<{
  id: string
  expiresAt: Instant
  /**
   * True for a hold that another tab has placed. This tab never ends it, because the other one may need
   * it.
   */
  adopted?: true
  /** True for a hold that came with an offer of the waiting list. */
  offered?: true
  /** The name of the doctor or room whose time is held, where the practice has several. */
  resource?: string
}>

/** The booking that the last step shows. It is stored for a reload of that step. */
type Booked = Readonly<{
  id: string
  start: string
  serviceName: string
  /** The name of the doctor or room, where the practice has several. */
  resource?: string | undefined
  /** `ca. 45 Min`, or '' when the practice shows no duration. */
  duration: string
  /** The service's hint for the preparation; may be empty. */
  hint: string
  email: string
  /** The patient's name, such as `Max Muster`, if somebody else has booked. */
  patient?: string | undefined
}>

export type Wizard = Readonly<{
  step: Step
  visit: Visit | undefined
  serviceId: string | undefined
  /** The doctor or room that the patient wishes for; undefined for any. */
  resourceId: string | undefined
  /** The chosen day. A day from the address has no slot yet. */
  day: Day | undefined
  slot: Slot | undefined
  hold: Hold | undefined
  booked: Booked | undefined
  view: View
  /** First day of the list, if the address has asked for one. */
  listFrom: Day | undefined
  /** Whether "Auf diesem Gerät merken" is ticked. */
  remember: boolean
  /** One sentence that says why the patient was sent to another step. */
  notice: Notice | undefined
}>

export type Notice = Readonly<{
  tone: 'danger' | 'info'
  text: string
  /** Whether the notice has a button that drops all choices. */
  canStartAnew?: true
}>

export type WizardAction =
  | { type: 'visit chosen'; visit: Visit }
  | { type: 'service chosen'; serviceId: string }
  | {
      type: 'services loaded'
      services: readonly Pick<Service, 'id' | 'name' | 'display_order' | 'first_visit'>[]
    }
  | { type: 'resource chosen'; resourceId: string | undefined }
  | { type: 'view chosen'; view: View }
  | { type: 'day chosen'; day: Day }
  | { type: 'slot chosen'; slot: Slot; day: Day }
  | { type: 'slot confirmed' }
  | { type: 'remember set'; remember: boolean }
  | { type: 'hold placed'; hold: Hold; slot: Slot }
  | { type: 'hold extended'; id: string; expiresAt: Instant }
  | { type: 'hold expired' }
  | { type: 'slot lost'; reason: string }
  | { type: 'contact reopened'; reason?: string }
  | { type: 'booked'; booked: Booked }
  | { type: 'step requested'; step: number }
  | { type: 'started anew' }

export type Dispatch = (action: WizardAction) => void

export const EMPTY_WIZARD: Wizard = {
  step: STEPS.visit,
  visit: undefined,
  serviceId: undefined,
  resourceId: undefined,
  day: undefined,
  slot: undefined,
  hold: undefined,
  booked: undefined,
  view: 'calendar',
  listFrom: undefined,
  remember: false,
  notice: undefined,
}

/**
 * Choices build on each other. Another day or doctor drops the slot, another service also the doctor, and
 * another visit also the service.
 */
export const WITHOUT_SLOT = { slot: undefined, hold: undefined }
export const WITHOUT_RESOURCE = { resourceId: undefined, ...WITHOUT_SLOT }
export const WITHOUT_SERVICE = { serviceId: undefined, ...WITHOUT_RESOURCE }

export const VISIT_LABELS: Record<Visit, string> = { first: 'Erstbesuch', return: 'Folgebesuch' }

/**
 * Returns the wizard after an action (docs/behaviour.md 4). An action that does not fit the step changes
 * nothing.
 */
export function wizardReducer(wizard: Wizard, action: WizardAction): Wizard {
  // After the booking the patient can only leave the last step.
  if (wizard.step === STEPS.done && action.type !== 'step requested') return wizard
  switch (action.type) {
    case 'visit chosen':
      return wizard.step === STEPS.visit ? chooseVisit(wizard, action.visit) : wizard
    case 'service chosen':
      return wizard.step === STEPS.service ? chooseService(wizard, action.serviceId) : wizard
    case 'services loaded':
      return dropUnknownService(wizard, action.services)
    case 'resource chosen':
      return wizard.step === STEPS.slot
        ? { ...wizard, ...WITHOUT_SLOT, resourceId: action.resourceId, notice: undefined }
        : wizard
    case 'view chosen':
      return { ...wizard, view: action.view }
    case 'day chosen':
      return wizard.step === STEPS.slot && action.day !== wizard.day
        ? { ...wizard, ...WITHOUT_SLOT, day: action.day, notice: undefined }
        : wizard
    case 'slot chosen':
      return wizard.step === STEPS.slot || hasLostTime(wizard)
        ? { ...wizard, day: action.day, slot: action.slot, hold: undefined, notice: undefined }
        : wizard
    case 'slot confirmed':
      return wizard.step === STEPS.slot ? goTo(wizard, STEPS.contact) : wizard
    case 'remember set':
      return { ...wizard, remember: action.remember }
    case 'hold placed':
      return wizard.step === STEPS.contact && wizard.slot?.start === action.slot.start
        ? goTo({ ...wizard, hold: action.hold }, STEPS.review)
        : wizard
    case 'hold extended':
      return wizard.hold?.id === action.id
        ? { ...wizard, hold: { ...wizard.hold, expiresAt: action.expiresAt } }
        : wizard
    case 'hold expired':
      return wizard.hold ? expireHold(wizard) : wizard
    case 'slot lost':
      return wizard.slot && wizard.step >= STEPS.slot
        ? { ...loseSlot(wizard, STEPS.slot), notice: { tone: 'danger', text: action.reason } }
        : wizard
    case 'contact reopened':
      return wizard.step === STEPS.review ? reopenContact(wizard, action.reason) : wizard
    case 'booked':
      return { ...EMPTY_WIZARD, step: STEPS.done, remember: wizard.remember, booked: action.booked }
    case 'step requested':
      return requestStep(wizard, action.step)
    case 'started anew':
      return startAnew(wizard)
  }
}

/** Returns whether the choices so far allow the step (docs/behaviour.md 4.2). */
export function isStepReachable(wizard: Wizard, step: Step): boolean {
  switch (step) {
    case STEPS.visit:
      return wizard.booked === undefined
    case STEPS.service:
      return wizard.booked === undefined && wizard.visit !== undefined
    case STEPS.slot:
      return wizard.booked === undefined && wizard.serviceId !== undefined
    case STEPS.contact:
      return isStepReachable(wizard, STEPS.slot) && wizard.slot !== undefined
    case STEPS.review:
      return isStepReachable(wizard, STEPS.contact) && wizard.hold !== undefined
    case STEPS.done:
      return wizard.booked !== undefined
  }
}

/** Returns the wanted step, or the last reachable one before it. */
export function nearestReachable(wizard: Wizard, wanted: Step): Step {
  let step = wanted
  while (step > STEPS.visit && !isStepReachable(wizard, step)) step = (step - 1) as Step
  return step
}

/** Returns the step that is nearest to a number. Text that was no number leads to the first one. */
export function clampStep(wanted: number): Step {
  return Math.min(STEPS.done, Math.max(STEPS.visit, Math.trunc(wanted) || STEPS.visit)) as Step
}

/**
 * Returns whether the hold has run out in step 4, where the patient chooses another time without losing the
 * form (docs/behaviour.md 4.8). The step keeps its lost slot, without which it could not be reached.
 */
export function hasLostTime({ step, notice }: Wizard): boolean {
  return step === STEPS.contact && notice?.text === HOLD_EXPIRED
}

/** Returns which free times the patient chooses from. */
export function wantedBy({ serviceId = '', resourceId }: Pick<Wizard, 'serviceId' | 'resourceId'>): Wanted {
  return { service: serviceId, ...(resourceId !== undefined && { resource: resourceId }) }
}

/** Returns whether closing the page would lose choices (docs/behaviour.md 4.10). */
export function isInProgress({ step, slot, hold }: Wizard): boolean {
  return step !== STEPS.done && (step > STEPS.visit || slot !== undefined || hold !== undefined)
}

/** Keeps a service from the address. `dropUnknownService` checks later whether it fits the visit. */
function chooseVisit(wizard: Wizard, visit: Visit): Wizard {
  const isOther = wizard.visit !== undefined && visit !== wizard.visit
  return goTo({ ...wizard, ...(isOther && WITHOUT_SERVICE), visit }, STEPS.service)
}

function chooseService(wizard: Wizard, serviceId: string): Wizard {
  const isOther = serviceId !== wizard.serviceId
  return goTo({ ...wizard, ...(isOther && WITHOUT_RESOURCE), serviceId }, STEPS.slot)
}

/** Sets the visit by a preselected service. Drops a service that is not bookable for the visit. */
function dropUnknownService(
  wizard: Wizard,
  services: readonly Pick<Service, 'id' | 'name' | 'display_order' | 'first_visit'>[],
): Wizard {
  if (wizard.serviceId === undefined) return wizard
  const offeredFor = (visit: Visit) => servicesFor(visit, services).some(({ id }) => id === wizard.serviceId)
  const visits: readonly Visit[] = wizard.visit ? [wizard.visit] : ['first', 'return']
  const visit = visits.find(offeredFor)
  if (visit !== undefined) return visit === wizard.visit ? wizard : { ...wizard, visit }
  const without = { ...wizard, ...WITHOUT_SERVICE }
  return { ...without, step: nearestReachable(without, wizard.step) }
}

/** In step 4 the patient keeps the form and chooses another time there (docs/behaviour.md 4.8). */
function expireHold(wizard: Wizard): Wizard {
  const kept = wizard.step === STEPS.contact ? { ...wizard, hold: undefined } : loseSlot(wizard, STEPS.visit)
  return { ...kept, notice: { tone: 'danger', text: HOLD_EXPIRED } }
}

function loseSlot(wizard: Wizard, step: Step): Wizard {
  const without = { ...wizard, ...WITHOUT_SLOT }
  return { ...without, step: nearestReachable(without, step) }
}

/**
 * Goes back to step 4. Unlike other steps back it keeps the hold, because the patient returns to the review.
 */
function reopenContact(wizard: Wizard, reason: string | undefined): Wizard {
  return {
    ...wizard,
    step: STEPS.contact,
    notice: reason === undefined ? undefined : { tone: 'info', text: reason },
  }
}

function startAnew({ remember }: Wizard): Wizard {
  return { ...EMPTY_WIZARD, remember }
}

function requestStep(wizard: Wizard, wanted: number): Wizard {
  const step = nearestReachable(wizard, clampStep(wanted))
  if (step === wizard.step) return wizard
  if (wizard.step === STEPS.done) return startAnew(wizard)
  return goTo(wizard, step)
}

/** Goes to a step. A step back drops the hold, so that others see the slot again (docs/behaviour.md 4.6). */
function goTo(wizard: Wizard, wanted: Step): Wizard {
  const step = nearestReachable(wizard, wanted)
  const isBack = step < wizard.step
  const slot = isBack && hasLostTime(wizard) ? undefined : wizard.slot
  return { ...wizard, step, slot, hold: isBack ? undefined : wizard.hold, notice: undefined }
}
