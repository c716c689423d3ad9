import { type ComponentType, memo, use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { STEP_LABELS } from '../../src/shared/booking.ts'
import { getHealth } from '../api/public.ts'
import { usePractice } from '../api/status.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { inAMoment } from '../page/in-a-moment.ts'
import { PageFrame } from '../page/page-frame.tsx'
import type { ContactDraft } from './contact/contact-draft.ts'
import { PatientInfo } from './patient-info.tsx'
import type { AnswerDraft } from './questions/answer-draft.ts'
import { StepIndicator } from './step-indicator.tsx'
import { StepVisit } from './step-visit.tsx'
import { type StepProps, useWizard } from './use-wizard.ts'
import { type Notice, STEPS, type Step } from './wizard/wizard.ts'

/**
 * Shows the booking in six steps (docs/behaviour.md 4). `memo`, because the answer about the status renders
 * the page around it again.
 */
export const BookingWizard = memo(function BookingWizard() {
  const { wizard, dispatch } = useWizard()
  const contact = useRef<ContactDraft>(undefined)
  const answers = useRef<AnswerDraft>(undefined)
  const { step, notice } = wizard
  const { StepView, failed, retry } = useStepComponent(step)
  usePrefetchNextStep(step)
  useStepTitle(step)

  return (
    <PageFrame
      steps={<StepIndicator step={step} dispatch={dispatch} />}
      aside={<PatientInfo />}
      narrow={step > STEPS.slot}
    >
      {notice && <StepNotice notice={notice} onNew={() => dispatch({ type: 'started anew' })} />}
      {StepView && (
        <div key={step} className="new-step">
          <StepView wizard={wizard} dispatch={dispatch} contact={contact} answers={answers} />
        </div>
      )}
      {!StepView && failed && <StepFailure onRetry={retry} />}
      {!StepView && !failed && <StepSkeleton step={step} />}
    </PageFrame>
  )
})

/** Says why the patient was sent to another step, or goes on with a booking begun in another tab. */
function StepNotice({ notice, onNew }: { notice: Notice; onNew: () => void }) {
  return (
    <div className="mb-4">
      <Banner tone={notice.tone} role={notice.tone === 'danger' ? 'alert' : 'status'}>
        {notice.text}
        {notice.canStartAnew && (
          <p>
            <Button kind="link" onClick={onNew}>
              Neu beginnen
            </Button>
          </p>
        )}
      </Banner>
    </div>
  )
}

function StepFailure({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Banner tone="danger" role="alert" title="Dieser Schritt konnte nicht geladen werden.">
      <p>Bitte prüfen Sie Ihr Internet. Ihre Angaben bleiben erhalten.</p>
      <Button kind="link" onClick={onRetry}>
        Erneut versuchen
      </Button>
    </Banner>
  )
}

/**
 * Stands in for a step whose code is on its way. Most begin with a heading and two cards, and are so high
 * that the footer is not seen. Where the server has rendered the step, that stays instead.
 */
function StepSkeleton({ step }: { step: Step }) {
  if (useIsHydrating()) use(arrivalOf(step))
  return (
    <div className="stack gap-3" style={{ minHeight: '80vh' }}>
      <p className="visually-hidden" role="status">
        Schritt wird geladen …
      </p>
      <div className="mb-3">
        <Skeleton height={34} width="60%" />
      </div>
      <Skeleton height={150} />
      <Skeleton height={150} />
    </div>
  )
}

/** Sets the document's title: `Schritt 3 von 6 – Termin – Ordination Dr. …`. */
function useStepTitle(step: Step) {
  const { name } = usePractice()
  useEffect(() => {
    document.title = `Schritt ${step} von ${STEP_LABELS.length} – ${STEP_LABELS[step - 1]} – ${name}`
  }, [step, name])
}

type StepComponent = ComponentType<StepProps>

/** Returns whether React takes over the page of the server, for which it reads the store's third argument. */
function useIsHydrating(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  )
}

const noSubscription = () => () => {}

/** The steps whose code has arrived. Step 1 is part of the wizard's chunk; every other step has its own. */
const loaded = new Map<Step, StepComponent>([[STEPS.visit, StepVisit]])

const CHUNKS: Record<Exclude<Step, typeof STEPS.visit>, () => Promise<StepComponent>> = {
  [STEPS.service]: async () => (await import('./step-service.tsx')).StepService,
  [STEPS.slot]: async () => (await import('./step-slot.tsx')).StepSlot,
  [STEPS.contact]: async () => (await import('./step-contact.tsx')).StepContact,
  [STEPS.review]: async () => (await import('./step-review.tsx')).StepReview,
  [STEPS.done]: async () => (await import('./step-done.tsx')).StepDone,
}

/**
 * Returns the component of a step, or undefined while its code is loading. Unlike with `React.lazy`, a failed
 * load can be tried again by `retry`. It also is when the browser is online again, for patients who were
 * offline for a moment.
 */
function useStepComponent(step: Step) {
  if (import.meta.env.SSR && !loaded.has(step)) use(arrivalOf(step))
  const [, setLoaded] = useState(() => loaded.get(step))
  const [failed, setFailed] = useState(false)

  const load = async () => {
    setFailed(false)
    try {
      const component = await fetchStep(step)
      setLoaded(() => component)
      return true
    } catch {
      setFailed(true)
      return false
    }
  }
  const retry = async () => {
    if (!(await load())) await openAnew()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step has other code
  useEffect(() => void (missed.has(step) ? retry() : load()), [step])
  useEffect(() => {
    if (!failed) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })

  return { StepView: loaded.get(step), failed, retry }
}

/** Milliseconds after which the server counts as out of reach. */
const REACH_TIMEOUT_MS = 3500

/**
 * Opens the page anew, which the stored state survives, if the server can be reached: many browsers remember
 * in a page that a file did not arrive, and never ask for it again.
 */
async function openAnew() {
  try {
    await getHealth(AbortSignal.timeout(REACH_TIMEOUT_MS))
  } catch {
    return
  }
  // The patient is not leaving, so nothing asks about that.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}

/** The steps whose code did not arrive ahead, which the browser may remember. */
const missed = new Set<Step>()

/** Fetches the next step's code while the patient reads this one. */
function usePrefetchNextStep(step: Step) {
  useEffect(() => {
    if (step === STEPS.done) return
    const next = (step + 1) as Step
    return inAMoment(() => fetchStep(next).catch(() => missed.add(next)))
  }, [step])
}

/** The step with which the page came, while its code is on its way. */
const arriving = new Map<Step, Promise<unknown>>()

/** Returns the same promise again, which is fulfilled also when the code did not arrive. */
function arrivalOf(step: Step): Promise<unknown> {
  const arrival = arriving.get(step) ?? fetchStep(step).catch(() => undefined)
  arriving.set(step, arrival)
  return arrival
}

async function fetchStep(step: Step): Promise<StepComponent> {
  const component = step === STEPS.visit ? StepVisit : await CHUNKS[step]()
  loaded.set(step, component)
  return component
}
