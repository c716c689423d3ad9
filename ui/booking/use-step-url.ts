import { useEffect, useRef } from 'react'
import { coverNewSteps } from '../page/new-step.ts'
import { hashOfStep, stepOfHash } from './wizard/step-hash.ts'
import { type Dispatch, STEPS, type Step, type Wizard } from './wizard/wizard.ts'
import { wizardReducer } from './wizard/wizard-reducer.ts'

/**
 * Makes the URL (`#step-N`) follow the wizard, and the wizard follow the browser's back and forward
 * buttons. A step forward adds an entry to the history. A step back goes back in the history, so that the
 * browser's back button never leads to the same step again.
 */
export function useStepUrl(wizard: Wizard, dispatch: Dispatch) {
  const latestWizardRef = useRef(wizard)
  /** True after `history.go()`, until the `popstate` event that the call causes. */
  const isNavigatingRef = useRef(false)

  useEffect(() => {
    latestWizardRef.current = wizard
  }, [wizard])

  useEffect(() => {
    if (!isNavigatingRef.current) isNavigatingRef.current = putInUrl(wizard.step)
  }, [wizard.step])

  useEffect(() => {
    const followHistory = () => {
      const requested = stepOfHash(location.hash) ?? STEPS.visit
      if (isNavigatingRef.current) {
        // The wizard's own step back has caused the event. The wizard may have gone on since.
        isNavigatingRef.current = putInUrl(latestWizardRef.current.step)
        return
      }
      const action = { type: 'step requested', step: requested } as const
      const { step } = wizardReducer(latestWizardRef.current, action)
      // If the requested step is unreachable, the history returns to the entry of the shown step. Otherwise
      // it would contain that step twice.
      if (step !== requested) isNavigatingRef.current = putInUrl(step)
      dispatch(action)
    }
    addEventListener('popstate', followHistory)
    return () => removeEventListener('popstate', followHistory)
  }, [dispatch])
}

/**
 * Returns the steps in the history up to the current entry; undefined for an entry that the wizard has not
 * made. The wizard stores these steps in each of its entries.
 */
function stepsSoFar(): Step[] | undefined {
  const steps: unknown = (history.state as { steps?: unknown } | null)?.steps
  return Array.isArray(steps) ? (steps as Step[]) : undefined
}

/**
 * Makes the URL name the step.
 * @returns whether the history goes back for it: browsers do that asynchronously, and fire `popstate` then
 */
function putInUrl(step: Step): boolean {
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
  // A step back may have no earlier entry, for example after a link to step 3. The later step must not remain
  // in the history then.
  const isBack = step < shownStep
  if (isBack) replaceStep(step)
  else history.pushState({ steps: [...steps, step] }, '', hashOfStep(step))
  return false
}

/**
 * Replaces the current history entry with one for the step, and drops the URL's query, which would undo
 * the patient's own choices after a reload.
 */
function replaceStep(step: Step) {
  const steps = stepsSoFar() ?? [step]
  history.replaceState({ steps: [...steps.slice(0, -1), step] }, '', location.pathname + hashOfStep(step))
}
