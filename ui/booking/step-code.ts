import { type ComponentType, use, useEffect, useState, useSyncExternalStore } from 'react'
import { getHealth } from '../api/public.ts'
import { inAMoment } from '../page/in-a-moment.ts'
import { StepVisit } from './step-visit.tsx'
import type { StepProps } from './use-wizard.ts'
import { STEPS, type Step } from './wizard/wizard.ts'

/** The component of a step, which every step's file exports. */
type StepComponent = ComponentType<StepProps>

/**
 * Returns whether React is taking over a page that the server has rendered. React reads the third argument
 * only then, and the second one in every later rendering.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
}

/** The subscription to a store that never changes, and its end. */
const neverChanges = () => () => {}

/** The steps whose code has arrived. Step 1 is part of the wizard's chunk; every other step has its own. */
const loadedSteps = new Map<Step, StepComponent>([[STEPS.visit, StepVisit]])

/** How the code of every other step is loaded. */
const STEP_LOADERS: Record<Exclude<Step, typeof STEPS.visit>, () => Promise<StepComponent>> = {
  [STEPS.service]: async () => (await import('./step-service.tsx')).StepService,
  [STEPS.slot]: async () => (await import('./step-slot.tsx')).StepSlot,
  [STEPS.contact]: async () => (await import('./step-contact.tsx')).StepContact,
  [STEPS.review]: async () => (await import('./step-review.tsx')).StepReview,
  [STEPS.done]: async () => (await import('./step-done.tsx')).StepDone,
}

/**
 * Returns the component of a step, or undefined while its code is loading. Unlike with `React.lazy`, a load
 * that has failed can be tried again: by `retry`, and by itself when the browser is online again.
 */
export function useStepComponent(step: Step) {
  // The server has no second rendering, so it waits for the code.
  if (import.meta.env.SSR && !loadedSteps.has(step)) use(arrivalOf(step))
  // The state only causes a rendering when the code has arrived; the map holds the component.
  const [, setLoaded] = useState(() => loadedSteps.get(step))
  const [hasFailed, setFailed] = useState(false)

  /** Loads the code, and resolves to whether that has succeeded. */
  const load = async () => {
    setFailed(false)
    try {
      const component = await fetchStep(step)
      setLoaded(() => component)
      return true
    } catch {
      setFailed(true)
      return false
    }
  }
  const retry = async () => {
    if (!(await load())) await reloadIfReachable()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step has other code
  useEffect(() => void (missedSteps.has(step) ? retry() : load()), [step])
  useEffect(() => {
    if (!hasFailed) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })

  return { StepView: loadedSteps.get(step), hasFailed, retry }
}

/** Milliseconds without an answer after which the server counts as out of reach. */
const REACH_TIMEOUT_MS = 3500

/**
 * Reloads the page if the server can be reached. Many browsers remember, as long as a page is open, that a
 * file did not arrive, and never ask for that file again. The wizard's stored state survives the reload.
 */
async function reloadIfReachable() {
  try {
    await getHealth(AbortSignal.timeout(REACH_TIMEOUT_MS))
  } catch {
    return
  }
  // The patient is not leaving, so the warning before leaving must not appear.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}

/** The steps whose code could not be fetched in advance. The browser may remember that failure. */
const missedSteps = new Set<Step>()

/** Fetches the code of the next step while the patient reads the present step. */
export function usePrefetchNextStep(step: Step) {
  useEffect(() => {
    if (step === STEPS.done) return
    const next = (step + 1) as Step
    return inAMoment(() => fetchStep(next).catch(() => missedSteps.add(next)))
  }, [step])
}

/**
 * By step: the promise of its code. React asks for it in each rendering, and must get the same promise again.
 */
const arrivals = new Map<Step, Promise<unknown>>()

/** Returns a promise that is fulfilled when the step's code has arrived, or cannot be loaded. */
export function arrivalOf(step: Step): Promise<unknown> {
  const arrival = arrivals.get(step) ?? fetchStep(step).catch(() => undefined)
  arrivals.set(step, arrival)
  return arrival
}

/** Loads the code of a step. Rejects when the code does not arrive. */
async function fetchStep(step: Step): Promise<StepComponent> {
  const component = step === STEPS.visit ? StepVisit : await STEP_LOADERS[step]()
  loadedSteps.set(step, component)
  return component
}
