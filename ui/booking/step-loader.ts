import { type ComponentType, type RefObject, useEffect, useState } from 'react'
import type { ContactEntry } from './contact/contact-entry.ts'
import { StepVisit } from './step-visit.tsx'
import type { Dispatch } from './use-wizard.ts'
import type { Step, Wizard } from './wizard.ts'

export type StepProps = Readonly<{
  wizard: Wizard
  dispatch: Dispatch
  /** What was typed into the contact form, social security number included; it never leaves this memory. */
  contact: RefObject<ContactEntry | undefined>
}>

type StepComponent = ComponentType<StepProps>

/** The first step comes with the wizard, each other one in a chunk of its own. */
const ready = new Map<Step, StepComponent>([[1, StepVisit]])

const CHUNKS: Record<Exclude<Step, 1>, () => Promise<StepComponent>> = {
  2: async () => (await import('./step-service.tsx')).StepService,
  3: async () => (await import('./step-slot.tsx')).StepSlot,
  4: async () => (await import('./step-contact.tsx')).StepContact,
  5: async () => (await import('./step-review.tsx')).StepReview,
  6: async () => (await import('./step-done.tsx')).StepDone,
}

/**
 * The code of a step: there at once when it was fetched ahead, undefined while it is on its way. Unlike `React.lazy`,
 * a fetch that failed can be tried again, for a patient who was offline for a moment.
 */
export function useStepComponent(step: Step) {
  const [, setLoaded] = useState<StepComponent>()
  const [failed, setFailed] = useState(false)

  const load = () => {
    setFailed(false)
    fetchStep(step).then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    )
  }
  useEffect(load, [step])

  return { StepView: ready.get(step), failed, retry: load }
}

/** Fetches the next step's code while the patient reads this one. */
export function usePrefetchNextStep(step: Step) {
  useEffect(() => {
    if (step === 6) return
    const next = (step + 1) as Step
    // Safari has no requestIdleCallback.
    const timer = setTimeout(() => void fetchStep(next).catch(() => {}), 200)
    return () => clearTimeout(timer)
  }, [step])
}

async function fetchStep(step: Step): Promise<StepComponent> {
  const component = step === 1 ? StepVisit : await CHUNKS[step]()
  ready.set(step, component)
  return component
}
