import { useEffect, useReducer, useRef } from 'react'
import { releaseHold } from '../api/public.ts'
import { serverNow } from '../api/server-clock.ts'
import { openWizard } from './initial-state.ts'
import { browserMemory, keep, recall } from './storage.ts'
import { viennaDay } from './time/vienna-day.ts'
import { useStepAddress } from './use-step-address.ts'
import { type Action, advance, isUnderWay, type Wizard } from './wizard.ts'

export type Send = (action: Action) => void

/** The wizard with all that hangs on it outside: address, storage, the server's holds, the warning before leaving. */
export function useWizard(): { wizard: Wizard; send: Send } {
  const [wizard, send] = useReducer(advance, undefined, openHere)
  useStepAddress(wizard, send)
  useMemory(wizard)
  useReleasedHolds(wizard)
  useWarningBeforeLeaving(isUnderWay(wizard))
  return { wizard, send }
}

function openHere(): Wizard {
  const instant = serverNow()
  return openWizard(recall(browserMemory), location, { instant, today: viennaDay(instant) })
}

function useMemory(wizard: Wizard) {
  const before = useRef<Wizard>(undefined)
  useEffect(() => {
    keep(browserMemory, wizard, before.current)
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
