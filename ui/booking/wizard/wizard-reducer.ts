import { HOLD_EXPIRED, SERVICE_GONE } from '../../../src/shared/messages.de.ts'
import { servicesFor, type Visit } from '../../../src/shared/service/service.ts'
import { WITHOUT_RESOURCE, WITHOUT_SERVICE, WITHOUT_SLOT } from './cleared-choices.ts'
import { clampStep, nearestReachable } from './reachable-steps.ts'
import {
  EMPTY_WIZARD,
  hasLostTime,
  type OfferableService,
  STEPS,
  type Step,
  type Wizard,
  type WizardAction,
} from './wizard.ts'

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

/**
 * Takes the kind of visit. A service from the URL stays, because nothing was chosen before it;
 * `dropUnknownService` checks later whether the service fits the visit.
 */
function chooseVisit(wizard: Wizard, visit: Visit): Wizard {
  const isOther = wizard.visit !== undefined && visit !== wizard.visit
  return goTo({ ...wizard, ...(isOther && WITHOUT_SERVICE), visit }, STEPS.service)
}

/** Takes the service. Choosing the same service again keeps the later choices. */
function chooseService(wizard: Wizard, serviceId: string): Wizard {
  const isOther = serviceId !== wizard.serviceId
  return goTo({ ...wizard, ...(isOther && WITHOUT_RESOURCE), serviceId }, STEPS.slot)
}

/**
 * Drops a chosen service that the practice does not offer for the visit. A service from the URL, which
 * comes without a visit, sets the visit for which it is offered. A notice says that a service is gone.
 */
function dropUnknownService(wizard: Wizard, services: readonly OfferableService[]): Wizard {
  if (wizard.serviceId === undefined) return wizard
  const isOfferedFor = (possibleVisit: Visit) =>
    servicesFor(possibleVisit, services).some(({ id }) => id === wizard.serviceId)
  const possibleVisits: readonly Visit[] = wizard.visit ? [wizard.visit] : ['first', 'return']
  const visit = possibleVisits.find(isOfferedFor)
  if (visit !== undefined) return visit === wizard.visit ? wizard : { ...wizard, visit }
  const isGone = services.every(({ id }) => id !== wizard.serviceId)
  const notice = isGone ? ({ tone: 'danger', text: SERVICE_GONE } as const) : wizard.notice
  const withoutService = { ...wizard, ...WITHOUT_SERVICE, notice }
  return { ...withoutService, step: nearestReachable(withoutService, wizard.step) }
}

/**
 * Drops the hold that has expired. In step 4 the patient keeps the form and chooses another time there; from
 * step 5 the wizard goes to the first step (docs/behaviour.md 4.8).
 */
function expireHold(wizard: Wizard): Wizard {
  const withoutHold =
    wizard.step === STEPS.contact ? { ...wizard, hold: undefined } : loseSlot(wizard, STEPS.visit)
  return { ...withoutHold, notice: { tone: 'danger', text: HOLD_EXPIRED, holdExpired: true } }
}

/** Drops the slot, and goes to the step, or to the last step before it that is still reachable. */
function loseSlot(wizard: Wizard, step: Step): Wizard {
  const withoutSlot = { ...wizard, ...WITHOUT_SLOT }
  return { ...withoutSlot, step: nearestReachable(withoutSlot, step) }
}

/**
 * Goes back to step 4. Unlike after other steps back, the hold stays, because the patient returns to the
 * review. A notice in step 5 says that another tab has begun this booking. The patient may not have read it.
 */
function reopenContact(wizard: Wizard, reason: string | undefined): Wizard {
  const { notice } = wizard
  return {
    ...wizard,
    step: STEPS.contact,
    notice: reason
      ? { tone: 'info', ...notice, text: notice ? `${notice.text} ${reason}` : reason }
      : undefined,
  }
}

/** Drops all choices except "Auf diesem Gerät merken". */
function startAnew({ remember }: Wizard): Wizard {
  return { ...EMPTY_WIZARD, remember }
}

/**
 * Goes to the wanted step, or to the last reachable step before it. After the booking, everything starts
 * anew.
 */
function requestStep(wizard: Wizard, wanted: number): Wizard {
  const step = nearestReachable(wizard, clampStep(wanted))
  if (step === wizard.step) return wizard
  if (wizard.step === STEPS.done) return startAnew(wizard)
  return goTo(wizard, step)
}

/**
 * Goes to a step. A step back drops the hold, so that others see the slot again (docs/behaviour.md 4.6), and
 * a slot that was lost in step 4.
 */
function goTo(wizard: Wizard, wanted: Step): Wizard {
  const step = nearestReachable(wizard, wanted)
  const isBack = step < wizard.step
  const slot = isBack && hasLostTime(wizard) ? undefined : wizard.slot
  return { ...wizard, step, slot, hold: isBack ? undefined : wizard.hold, notice: undefined }
}
