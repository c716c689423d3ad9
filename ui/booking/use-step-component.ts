import { use, useEffect, useState } from 'react'
import { getHealth } from '../api/public.ts'
import { inAMoment } from '../page/in-a-moment.ts'
import { isStepMissed, loadStep, prefetchStep, stepArrival, stepComponent } from './step-code.ts'
import { useRenderedStep } from './use-rendered-step.ts'
import { STEPS, type Step } from './wizard/wizard.ts'

/** Milliseconds after which a file that did not arrive is asked for again. */
const RETRY_MS = 2000

/** Milliseconds without an answer after which the server counts as out of reach. */
const REACH_TIMEOUT_MS = 3500

/**
 * Returns the component of a step, or undefined while its code is loading. Unlike with `React.lazy`, a failed
 * load can be repeated: by `retry`, automatically every `RETRY_MS`, and when the browser is online again.
 * Must be the last hook of its component.
 */
export function useStepComponent(step: Step) {
  // This state only triggers a rendering when the code has arrived. `stepComponent` has the component.
  const [, setLoaded] = useState(() => stepComponent(step))
  const [hasFailed, setFailed] = useState(false)

  /** Loads the code. Resolves to true if it has arrived. */
  const load = async () => {
    try {
      const component = await loadStep(step)
      setLoaded(() => component)
      setFailed(false)
      return true
    } catch {
      setFailed(true)
      return false
    }
  }
  const retry = async () => {
    setFailed(false)
    if (!(await load())) await reloadIfReachable()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step has other code
  useEffect(() => {
    setFailed(false)
    // After a failed prefetch, the browser may refuse to request the file again; then only `retry` helps.
    void (isStepMissed(step) ? retry() : load())
  }, [step])
  // The listener is replaced after each rendering, because `retry` is then another function.
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(load, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  })
  // The server renders a step only once, so it waits here for the code, and so does React when it takes over
  // the rendered step. Once the code has arrived, React repeats only the component that has waited. A child
  // could not wait in its place: it would not get the step. Hooks after `use` would fail in the repetition.
  if (useRenderedStep(step) === step && !stepComponent(step)) use(stepArrival(step))

  return { StepView: stepComponent(step), hasFailed, retry }
}

/**
 * Reloads the page if the server can be reached. Many browsers remember, as long as a page is open, that a
 * file did not arrive, and never ask for that file again. The wizard's stored state survives the reload.
 */
async function reloadIfReachable() {
  try {
    await getHealth(AbortSignal.timeout(REACH_TIMEOUT_MS))
  } catch {
    return
  }
  // The patient is not leaving, so the warning before leaving must not appear.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}

/** Loads the code of the next step while the patient reads the present step. */
export function usePrefetchNextStep(step: Step) {
  useEffect(() => {
    if (step === STEPS.done) return
    return inAMoment(() => prefetchStep((step + 1) as Step))
  }, [step])
}
