import { useEffect, useReducer, useRef } from 'react'
import { releaseHold } from '../api/public.ts'
import { serverNow, viennaDay } from '../api/server-clock.ts'
import { initialWizard } from './initial-state.ts'
import { browserStorage, loadWizard, saveWizard } from './storage.ts'
import { useStepAddress } from './use-step-address.ts'
import { type Action, isInProgress, type Wizard, wizardReducer } from './wizard.ts'

export type Dispatch = (action: Action) => void

/** The wizard with all that hangs on it outside: address, storage, the server's holds, the warning before leaving. */
export function useWizard(): { wizard: Wizard; dispatch: Dispatch } {
  const [wizard, dispatch] = useReducer(wizardReducer, undefined, openHere)
  useStepAddress(wizard, dispatch)
  useMemory(wizard)
  useReleasedHolds(wizard)
  useWarningBeforeLeaving(isInProgress(wizard))
  return { wizard, dispatch }
}

function openHere(): Wizard {
  const instant = serverNow()
  return initialWizard(loadWizard(browserStorage), location, { instant, today: viennaDay(instant) })
}

function useMemory(wizard: Wizard) {
  const before = useRef<Wizard>(undefined)
  useEffect(() => {
    saveWizard(browserStorage, wizard, before.current)
    before.current = wizard
  }, [wizard])
}

/** A hold that the wizard has let go is given back at once, so that others see the slot again. */
function useReleasedHolds({ hold, step }: Wizard) {
  const before = useRef(hold)
  useEffect(() => {
    const given = before.current
    before.current = hold
    // Booked, or replaced by a newer hold for the same patient, or another tab's: nothing to give back.
    if (given === undefined || hold !== undefined || step === 6 || given.adopted) return
    void giveBack(given.id)
  }, [hold, step])
}

async function giveBack(holdId: string) {
  try {
    await releaseHold(holdId)
    // Loaded by the steps that ask the server, long before there is a hold; the first screen does without it.
    const { refreshFreeTimes } = await import('./queries.ts')
    await refreshFreeTimes()
  } catch {
    // The server lets the hold go by itself when its time is over.
  }
}

function useWarningBeforeLeaving(wanted: boolean) {
  useEffect(() => {
    if (!wanted) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [wanted])
}
