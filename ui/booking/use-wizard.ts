import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { releaseHold } from '../api/public.ts'
import { serverNow, viennaDay } from '../api/server-clock.ts'
import type { ContactEntry } from './contact/contact-entry.ts'
import { initialWizard, type StoredWizard } from './initial-state.ts'
import type { Given } from './questions/given.ts'
import { browserStorage, loadWizard, saveWizard } from './storage.ts'
import { useStepAddress } from './use-step-address.ts'
import { type Dispatch, EMPTY_WIZARD, isInProgress, type Wizard, wizardReducer } from './wizard.ts'

/** What each step gets. */
export type StepProps = Readonly<{
  wizard: Wizard
  dispatch: Dispatch
  /** The contact form's values with the social security number, which is kept in memory only. */
  contact: RefObject<ContactEntry | undefined>
  /** Undefined until questions were shown, also after a reload. */
  answers: RefObject<Given | undefined>
}>

/** The wizard's state, kept in step with the address, the browser's storage and the server's holds. */
export function useWizard(): { wizard: Wizard; dispatch: Dispatch } {
  const [stored] = useState<StoredWizard>(() => (import.meta.env.SSR ? {} : loadWizard(browserStorage)))
  const [wizard, dispatch] = useReducer(wizardReducer, stored, initialState)
  useStepAddress(wizard, dispatch)
  useSavedState(wizard, stored)
  useReleasedHolds(wizard)
  useWarningBeforeLeaving(isInProgress(wizard))
  return { wizard, dispatch }
}

function initialState(stored: StoredWizard): Wizard {
  if (import.meta.env.SSR) return EMPTY_WIZARD
  const instant = serverNow()
  return initialWizard(stored, location, { instant, today: viennaDay(instant) })
}

function useSavedState(wizard: Wizard, stored: StoredWizard) {
  const before = useRef(stored)
  useEffect(() => {
    saveWizard(browserStorage, wizard, before.current)
    before.current = wizard
  }, [wizard])
}

/** Releases a hold on the server as soon as the wizard drops it, so that others see the slot again (docs/behaviour.md 4.7). */
function useReleasedHolds({ hold, step }: Wizard) {
  const before = useRef(hold)
  useEffect(() => {
    const dropped = before.current
    before.current = hold
    // Nothing to release: booked, replaced by a newer hold of the same patient, or another tab's.
    if (dropped === undefined || hold !== undefined || step === 6 || dropped.adopted) return
    void release(dropped.id)
  }, [hold, step])
}

async function release(holdId: string) {
  try {
    await releaseHold(holdId)
    // Imported here, because the first screen does without TanStack Query; by now the steps have loaded it.
    const { refreshFreeTimes } = await import('./queries.ts')
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
