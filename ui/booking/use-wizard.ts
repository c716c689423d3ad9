import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { viennaDay } from '../../src/shared/vienna-clock.ts'
import { endHold } from '../api/public.ts'
import { serverNow } from '../api/server-clock.ts'
import { browserStorage } from '../patient/browser-storage.ts'
import type { ContactDraft } from './contact/contact-draft.ts'
import type { AnswerDraft } from './questions/answer-draft.ts'
import { useStepUrl } from './use-step-url.ts'
import { initialWizard, type StoredWizard } from './wizard/initial-state.ts'
import { loadWizard, saveWizard } from './wizard/storage.ts'
import { type Dispatch, isInProgress, STEPS, type Wizard } from './wizard/wizard.ts'
import { wizardReducer } from './wizard/wizard-reducer.ts'

/** The props of every step. */
export type StepProps = Readonly<{
  wizard: Wizard
  dispatch: Dispatch
  /** The contact form's values with the social security number, which is kept in memory only. */
  contact: RefObject<ContactDraft | undefined>
  /** The patient's answers; undefined until the questions were shown, and again after a reload. */
  answers: RefObject<AnswerDraft | undefined>
}>

/**
 * Holds the wizard's state. The URL, the browser's storage and the hold on the server follow that state.
 * While the server renders the page, there is neither storage nor hash, so the state comes from the query.
 */
export function useWizard(): { wizard: Wizard; dispatch: Dispatch } {
  const [stored] = useState<StoredWizard>(() => (import.meta.env.SSR ? {} : loadWizard(browserStorage)))
  // A browser needs no subscription to the query, which the wizard reads only when it opens.
  // biome-ignore lint/correctness/useHookAtTopLevel: each of the two builds has one branch only
  const search = import.meta.env.SSR ? useSearch() : location.search
  const [wizard, dispatch] = useReducer(wizardReducer, stored, () => {
    const instant = serverNow()
    const hash = import.meta.env.SSR ? '' : location.hash
    return initialWizard(stored, { search, hash }, { instant, today: () => viennaDay(instant) })
  })
  useStepUrl(wizard, dispatch)
  useSavedState(wizard, stored)
  useDroppedHolds(wizard, stored)
  useWarningBeforeLeaving(isInProgress(wizard))
  return { wizard, dispatch }
}

/**
 * Stores each new state of the wizard. Only fields that have changed since the state before go to the device.
 */
function useSavedState(wizard: Wizard, stored: StoredWizard) {
  const previousRef = useRef(stored)
  useEffect(() => {
    saveWizard(browserStorage, wizard, previousRef.current)
    previousRef.current = wizard
  }, [wizard])
}

/**
 * Ends a hold on the server as soon as the wizard drops it, so that others see the slot again
 * (docs/behaviour.md 4.7). Opening a link to other choices drops the hold that this tab has stored.
 */
function useDroppedHolds({ hold, step }: Wizard, stored: StoredWizard) {
  const latestHoldRef = useRef(stored.hold)
  useEffect(() => {
    const previousHold = latestHoldRef.current
    latestHoldRef.current = hold
    // A hold that was booked, or replaced by a newer one, has not been dropped. One without id stands for a
    // lost time (wizard/storage.ts).
    const isDropped = previousHold?.id && hold === undefined && step !== STEPS.done
    if (isDropped && !previousHold.adopted) void endDroppedHold(previousHold.id)
  }, [hold, step])
}

/** Ends the hold, and then loads the free times again, among which its time is now. */
async function endDroppedHold(holdId: string) {
  try {
    await endHold(holdId)
    // The import is dynamic, because the first screen does without TanStack Query. The steps have loaded it
    // by now.
    const { refreshFreeTimes } = await import('../patient/time/free-times-queries.ts')
    await refreshFreeTimes()
  } catch {
    // The hold expires on the server by itself.
  }
}

/** Lets the browser ask before the page is left, as long as `enabled` is true. */
function useWarningBeforeLeaving(enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [enabled])
}
