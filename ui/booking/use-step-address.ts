import { useEffect, useRef } from 'react'
import { hashOfStep, stepOfHash } from './initial-state.ts'
import type { Dispatch } from './use-wizard.ts'
import { type Step, type Wizard, wizardReducer } from './wizard.ts'

/**
 * Keeps the address (`#step-N`) and the wizard together. Each step forward is a history entry; a step back goes back
 * in the history instead of adding to it, so that the browser's own buttons never need a dead press.
 */
export function useStepAddress(wizard: Wizard, dispatch: Dispatch) {
  const current = useRef(wizard)
  /** We have asked the browser to go back, and its next popstate is our own. */
  const travelling = useRef(false)

  useEffect(() => {
    current.current = wizard
  }, [wizard])

  useEffect(() => {
    if (!travelling.current) travelling.current = showStep(wizard.step)
  }, [wizard.step])

  useEffect(() => {
    const follow = () => {
      const asked = stepOfHash(location.hash) ?? 1
      if (travelling.current) {
        travelling.current = showStep(current.current.step)
        return
      }
      const action = { type: 'step requested', step: asked } as const
      const { step } = wizardReducer(current.current, action)
      if (step !== asked) replaceStep(step)
      dispatch(action)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [dispatch])
}

/** The steps behind this history entry, the entry's own step last. Undefined in an entry that is not ours. */
function trailHere(): Step[] | undefined {
  const trail: unknown = (history.state as { trail?: unknown } | null)?.trail
  return Array.isArray(trail) ? (trail as Step[]) : undefined
}

/** Brings the address to the step; true when that is a way back, which the browser walks only after this. */
function showStep(step: Step): boolean {
  const trail = trailHere()
  const here = stepOfHash(location.hash)
  if (trail === undefined || here === undefined) {
    replaceStep(step)
    return false
  }
  if (here === step) return false
  const back = trail.lastIndexOf(step)
  if (back !== -1) {
    history.go(back - trail.length + 1)
    return true
  }
  if (step > here) history.pushState({ trail: [...trail, step] }, '', hashOfStep(step))
  else replaceStep(step)
  return false
}

/** The query has been read by now; left standing, it would undo the patient's own choices at the next reload. */
function replaceStep(step: Step) {
  const trail = trailHere() ?? [step]
  history.replaceState({ trail: [...trail.slice(0, -1), step] }, '', location.pathname + hashOfStep(step))
}
