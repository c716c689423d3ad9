import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { viennaDay } from '../../src/shared/vienna-clock.ts'
import { endHold } from '../api/public.ts'
import { serverNow } from '../api/server-clock.ts'
import { coverNewSteps } from '../page/new-step.ts'
import { browserStorage } from '../patient/browser-storage.ts'
import type { ContactDraft } from './contact/contact-draft.ts'
import type { AnswerDraft } from './questions/answer-draft.ts'
import { hashOfStep, initialWizard, type StoredWizard, stepOfHash } from './wizard/initial-state.ts'
import { loadWizard, saveWizard } from './wizard/storage.ts'
import { type Dispatch, isInProgress, STEPS, type Step, type Wizard, wizardReducer } from './wizard/wizard.ts'

/** The props of every step. */
export type StepProps = Readonly<{
  wizard: Wizard
  dispatch: Dispatch
  /** The contact form's values with the social security number, which is kept in memory only. */
  contact: RefObject<ContactDraft | undefined>
  /** The answers, which are undefined until questions were shown and again after a reload. */
  answers: RefObject<AnswerDraft | undefined>
}>

/** Holds the wizard's state, and keeps address, browser storage and the server's hold in step with it. */
export function useWizard(): { wizard: Wizard; dispatch: Dispatch } {
  const [stored] = useState<StoredWizard>(() => (import.meta.env.SSR ? {} : loadWizard(browserStorage)))
  // biome-ignore lint/correctness/useHookAtTopLevel: the build decides, and browsers need no subscription
  const search = import.meta.env.SSR ? useSearch() : location.search
  const [wizard, dispatch] = useReducer(wizardReducer, stored, () => {
    const instant = serverNow()
    const hash = import.meta.env.SSR ? '' : location.hash
    return initialWizard(stored, { search, hash }, { instant, today: () => viennaDay(instant) })
  })
  useStepAddress(wizard, dispatch)
  useSavedState(wizard, stored)
  useDroppedHolds(wizard)
  useWarningBeforeLeaving(isInProgress(wizard))
  return { wizard, dispatch }
}

function useSavedState(wizard: Wizard, stored: StoredWizard) {
  const before = useRef(stored)
  useEffect(() => {
    saveWizard(browserStorage, wizard, before.current)
    before.current = wizard
  }, [wizard])
}

/**
 * Ends a hold on the server as soon as the wizard drops it, so that others see the slot again
 * (docs/behaviour.md 4.7).
 */
function useDroppedHolds({ hold, step }: Wizard) {
  const before = useRef(hold)
  useEffect(() => {
    const dropped = before.current
    before.current = hold
    // A hold that was booked, replaced by a newer one or placed by another tab must not be ended here.
    if (dropped === undefined || hold !== undefined || step === STEPS.done || dropped.adopted) return
    void endDropped(dropped.id)
  }, [hold, step])
}

async function endDropped(holdId: string) {
  try {
    await endHold(holdId)
    // The import is dynamic, because the first screen does without TanStack Query. The steps have loaded it
    // by now.
    const { refreshFreeTimes } = await import('../patient/time/free-times.ts')
    await refreshFreeTimes()
  } catch {
    // The hold expires on the server by itself.
  }
}

function useWarningBeforeLeaving(enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [enabled])
}

/**
 * Keeps the address (`#step-N`) and the wizard in step. A step forward adds a history entry; a step back goes
 * back in the history, so that the browser's back button never leads to the same step again.
 */
function useStepAddress(wizard: Wizard, dispatch: Dispatch) {
  const latest = useRef(wizard)
  /** True after history.go(), until the popstate event that it causes. */
  const isNavigating = useRef(false)

  useEffect(() => {
    latest.current = wizard
  }, [wizard])

  useEffect(() => {
    if (!isNavigating.current) isNavigating.current = showStep(wizard.step)
  }, [wizard.step])

  useEffect(() => {
    const follow = () => {
      const requested = stepOfHash(location.hash) ?? STEPS.visit
      if (isNavigating.current) {
        isNavigating.current = showStep(latest.current.step)
        return
      }
      const action = { type: 'step requested', step: requested } as const
      // The requested step is unreachable. Going back to the shown step's place keeps the history from
      // holding it twice.
      const { step } = wizardReducer(latest.current, action)
      if (step !== requested) isNavigating.current = showStep(step)
      dispatch(action)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [dispatch])
}

/**
 * Returns the steps of the history up to the present one. Returns undefined on a page that the wizard did not
 * add.
 */
function stepsSoFar(): Step[] | undefined {
  const steps: unknown = (history.state as { steps?: unknown } | null)?.steps
  return Array.isArray(steps) ? (steps as Step[]) : undefined
}

/**
 * Sets the address to the step. Returns true when that goes back in the history, which browsers do
 * asynchronously.
 */
function showStep(step: Step): boolean {
  const steps = stepsSoFar()
  const here = stepOfHash(location.hash)
  if (steps === undefined || here === undefined) {
    replaceStep(step)
    return false
  }
  if (here === step) return false
  coverNewSteps()
  const back = steps.lastIndexOf(step)
  if (back !== -1) {
    history.go(back - steps.length + 1)
    return true
  }
  if (step > here) history.pushState({ steps: [...steps, step] }, '', hashOfStep(step))
  else replaceStep(step)
  return false
}

/** Replaces the address, without its query. After a reload the query would undo the patient's own choices. */
function replaceStep(step: Step) {
  const steps = stepsSoFar() ?? [step]
  history.replaceState({ steps: [...steps.slice(0, -1), step] }, '', location.pathname + hashOfStep(step))
}
