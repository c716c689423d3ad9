import { type ComponentType, useEffect, useState } from 'react'
import { StepVisit } from './step-visit.tsx'
import type { StepProps } from './use-wizard.ts'
import type { Step } from './wizard.ts'

type StepComponent = ComponentType<StepProps>

/** The first step is part of the wizard's chunk; each other one has its own. */
const loaded = new Map<Step, StepComponent>([[1, StepVisit]])

const CHUNKS: Record<Exclude<Step, 1>, () => Promise<StepComponent>> = {
  2: async () => (await import('./step-service.tsx')).StepService,
  3: async () => (await import('./step-slot.tsx')).StepSlot,
  4: async () => (await import('./step-contact.tsx')).StepContact,
  5: async () => (await import('./step-review.tsx')).StepReview,
  6: async () => (await import('./step-done.tsx')).StepDone,
}

/**
 * The component of a step, undefined while its code is loading. Unlike `React.lazy`, a load that failed can be tried again,
 * for a patient who was offline for a moment.
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

  return { StepView: loaded.get(step), failed, retry: load }
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
  loaded.set(step, component)
  return component
}
