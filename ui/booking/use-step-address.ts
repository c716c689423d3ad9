import { useEffect, useRef } from 'react'
import { hashOfStep, stepOfHash } from './initial-state.ts'
import { type Dispatch, type Step, type Wizard, wizardReducer } from './wizard.ts'

/**
 * Keeps the address (`#step-N`) and the wizard in step. A step forward adds a history entry; a step back goes back in the
 * history, so that the browser's back button never leads to the same step again.
 */
export function useStepAddress(wizard: Wizard, dispatch: Dispatch) {
  const current = useRef(wizard)
  /** True after history.go(): the next popstate event is ours. */
  const navigating = useRef(false)

  useEffect(() => {
    current.current = wizard
  }, [wizard])

  useEffect(() => {
    if (!navigating.current) navigating.current = showStep(wizard.step)
  }, [wizard.step])

  useEffect(() => {
    const follow = () => {
      const asked = stepOfHash(location.hash) ?? 1
      if (navigating.current) {
        navigating.current = showStep(current.current.step)
        return
      }
      const action = { type: 'step requested', step: asked } as const
      // An unreachable step: back to the entry of the one that is shown, so that there are not two of it.
      const { step } = wizardReducer(current.current, action)
      if (step !== asked) navigating.current = showStep(step)
      dispatch(action)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [dispatch])
}

/** The steps of the history up to this entry, its own last. Undefined in an entry that is not ours. */
function stepsSoFar(): Step[] | undefined {
  const steps: unknown = (history.state as { steps?: unknown } | null)?.steps
  return Array.isArray(steps) ? (steps as Step[]) : undefined
}

/** Sets the address to the step. True when it went back in the history, which the browser does asynchronously. */
function showStep(step: Step): boolean {
  const steps = stepsSoFar()
  const here = stepOfHash(location.hash)
  if (steps === undefined || here === undefined) {
    replaceStep(step)
    return false
  }
  if (here === step) return false
  const back = steps.lastIndexOf(step)
  if (back !== -1) {
    history.go(back - steps.length + 1)
    return true
  }
  if (step > here) history.pushState({ steps: [...steps, step] }, '', hashOfStep(step))
  else replaceStep(step)
  return false
}

/** Removes the query: it has been read, and at the next reload it would undo the patient's own choices. */
function replaceStep(step: Step) {
  const steps = stepsSoFar() ?? [step]
  history.replaceState({ steps: [...steps.slice(0, -1), step] }, '', location.pathname + hashOfStep(step))
}
