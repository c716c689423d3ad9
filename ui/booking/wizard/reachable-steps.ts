import { STEPS, type Step, type Wizard } from './wizard.ts'

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

/** Returns the step that is nearest to a number. NaN, for a text that is no number, gives the first step. */
export function clampStep(wanted: number): Step {
  const number = Math.trunc(wanted) || STEPS.visit
  return Math.min(STEPS.done, Math.max(STEPS.visit, number)) as Step
}
