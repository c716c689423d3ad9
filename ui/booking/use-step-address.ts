import { useEffect, useRef } from 'react'
import { coverNewSteps } from '../page/new-step.ts'
import { hashOfStep, stepOfHash } from './wizard/step-hash.ts'
import { type Dispatch, STEPS, type Step, type Wizard } from './wizard/wizard.ts'
import { wizardReducer } from './wizard/wizard-reducer.ts'

/**
 * Makes the address (`#step-N`) follow the wizard, and the wizard follow the browser's back and forward
 * buttons. A step forward adds an entry to the history. A step back goes back in the history, so that the
 * browser's back button never leads to the same step again.
 */
export function useStepAddress(wizard: Wizard, dispatch: Dispatch) {
  const latestWizard = useRef(wizard)
  /** True after `history.go()`, until the `popstate` event that the call causes. */
  const isNavigating = useRef(false)

  useEffect(() => {
    latestWizard.current = wizard
  }, [wizard])

  useEffect(() => {
    if (!isNavigating.current) isNavigating.current = showStep(wizard.step)
  }, [wizard.step])

  useEffect(() => {
    const followHistory = () => {
      const requested = stepOfHash(location.hash) ?? STEPS.visit
      if (isNavigating.current) {
        // The event comes of the wizard's own step back. The wizard may have gone on since.
        isNavigating.current = showStep(latestWizard.current.step)
        return
      }
      const action = { type: 'step requested', step: requested } as const
      const { step } = wizardReducer(latestWizard.current, action)
      // If the requested step is unreachable, the history goes to the place of the shown step. Otherwise it
      // would hold that step twice.
      if (step !== requested) isNavigating.current = showStep(step)
      dispatch(action)
    }
    addEventListener('popstate', followHistory)
    return () => removeEventListener('popstate', followHistory)
  }, [dispatch])
}

/**
 * Returns the steps of the history up to the present entry, which the wizard stores in each of its entries;
 * undefined for an entry that the wizard has not made.
 */
function stepsSoFar(): Step[] | undefined {
  const steps: unknown = (history.state as { steps?: unknown } | null)?.steps
  return Array.isArray(steps) ? (steps as Step[]) : undefined
}

/**
 * Sets the address to the step. Returns true when the history goes back for that, which browsers do
 * asynchronously; a `popstate` event then follows.
 */
function showStep(step: Step): boolean {
  const steps = stepsSoFar()
  const shownStep = stepOfHash(location.hash)
  if (steps === undefined || shownStep === undefined) {
    replaceStep(step)
    return false
  }
  if (shownStep === step) return false
  coverNewSteps()
  const placeInHistory = steps.lastIndexOf(step)
  if (placeInHistory !== -1) {
    history.go(placeInHistory - (steps.length - 1))
    return true
  }
  if (step > shownStep) history.pushState({ steps: [...steps, step] }, '', hashOfStep(step))
  // A step back without an entry of its own, such as after a link to step 3, must not leave the later step
  // behind.
  else replaceStep(step)
  return false
}

/**
 * Replaces the present entry of the history by one for the step, without the query of the address. After a
 * reload the query would undo the patient's own choices.
 */
function replaceStep(step: Step) {
  const steps = stepsSoFar() ?? [step]
  history.replaceState({ steps: [...steps.slice(0, -1), step] }, '', location.pathname + hashOfStep(step))
}
