import type { ComponentType } from 'react'
import { loadCode } from '../components/lazy-component.ts'
import { StepVisit } from './step-visit.tsx'
import type { StepProps } from './use-wizard.ts'
import { STEPS, type Step } from './wizard/wizard.ts'

/** The component that every file of a step exports. */
type StepComponent = ComponentType<StepProps>

/** The steps whose code has arrived. Step 1 is part of the wizard's chunk; every other step has its own. */
const stepComponents = new Map<Step, StepComponent>([[STEPS.visit, StepVisit]])

/** The steps for which `prefetchStep` has failed. */
const missedSteps = new Set<Step>()

/** The promises of `stepArrival`, by step. */
const arrivals = new Map<Step, Promise<unknown>>()

/** How the code of every other step is loaded. */
const STEP_LOADERS: Record<Exclude<Step, typeof STEPS.visit>, () => Promise<StepComponent>> = {
  [STEPS.service]: async () => (await import('./step-service.tsx')).StepService,
  [STEPS.slot]: async () => (await import('./step-slot.tsx')).StepSlot,
  [STEPS.contact]: async () => (await import('./step-contact.tsx')).StepContact,
  [STEPS.review]: async () => (await import('./step-review.tsx')).StepReview,
  [STEPS.done]: async () => (await import('./step-done.tsx')).StepDone,
}

/** Returns the component of a step; undefined while its code has not arrived. */
export function stepComponent(step: Step): StepComponent | undefined {
  return stepComponents.get(step)
}

/** Loads the code of a step, and keeps it for `stepComponent`. Rejects when the code does not arrive. */
export async function loadStep(step: Step): Promise<StepComponent> {
  const component = step === STEPS.visit ? StepVisit : await STEP_LOADERS[step]()
  stepComponents.set(step, component)
  return component
}

/** Loads the code of a step before it is needed. A failure is only recorded, for `isStepMissed`. */
export async function prefetchStep(step: Step): Promise<void> {
  try {
    await loadStep(step)
  } catch {
    missedSteps.add(step)
  }
}

/** Returns whether the code of a step could not be loaded in advance. */
export function isStepMissed(step: Step): boolean {
  return missedSteps.has(step)
}

/**
 * Returns a promise that is fulfilled when the step's code has arrived, or cannot be loaded. For React's
 * `use`, it returns the same promise in each rendering.
 */
export function stepArrival(step: Step): Promise<unknown> {
  const arrival = arrivals.get(step) ?? loadCode(() => loadStep(step)).catch(() => undefined)
  arrivals.set(step, arrival)
  return arrival
}
