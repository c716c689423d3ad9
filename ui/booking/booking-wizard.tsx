import { memo, useEffect, useRef } from 'react'
import { RESERVATION_RECEIVED } from '../../src/shared/messages.de.ts'
import { usePractice } from '../api/status.ts'
import { StatusText } from '../components/announced.tsx'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import type { ContactDraft } from './contact/contact-draft.ts'
import { PatientInfo } from './patient-info.tsx'
import type { AnswerDraft } from './questions/answer-draft.ts'
import { StepIndicator } from './step-indicator.tsx'
import { STEP_LABELS } from './step-labels.ts'
import { usePrefetchNextStep, useStepComponent } from './use-step-component.ts'
import { useWizard } from './use-wizard.ts'
import { STEPS, type Step, type WizardNotice } from './wizard/wizard.ts'

/**
 * Shows the booking in six steps (docs/behaviour.md 4). `memo` keeps it from rendering again with the
 * surrounding page, when the status arrives.
 */
export const BookingWizard = memo(function BookingWizard() {
  const { wizard, dispatch } = useWizard()
  const contactRef = useRef<ContactDraft>(undefined)
  const answersRef = useRef<AnswerDraft>(undefined)
  const { step, notice } = wizard
  usePrefetchNextStep(step)
  useStepTitle(step)
  const { StepView, hasFailed, retry } = useStepComponent(step)

  return (
    <PageFrame
      steps={<StepIndicator step={step} dispatch={dispatch} />}
      aside={<PatientInfo />}
      narrow={step > STEPS.slot}
    >
      <StepNumber step={step} />
      {notice && <StepNotice notice={notice} onStartAnew={() => dispatch({ type: 'started anew' })} />}
      {StepView && (
        <div key={step} className="new-step">
          <StepView wizard={wizard} dispatch={dispatch} contact={contactRef} answers={answersRef} />
        </div>
      )}
      {!StepView && hasFailed && <StepFailure onRetry={retry} />}
      {!StepView && !hasFailed && <StepSkeleton />}
    </PageFrame>
  )
})

/**
 * Tells screen readers which step has begun, because they do not read a title that changes. Not all of them
 * read the heading that takes the focus either, so the last step says what has been reached.
 */
function StepNumber({ step }: { step: Step }) {
  return (
    <p className="visually-hidden" role="status">
      {step === STEPS.done ? `${stepName(step)}: ${RESERVATION_RECEIVED}` : stepName(step)}
    </p>
  )
}

/**
 * Says why the patient was sent to another step, or that the booking was begun in another tab. `onStartAnew`
 * is called by the button "Neu beginnen".
 */
function StepNotice({ notice, onStartAnew }: { notice: WizardNotice; onStartAnew: () => void }) {
  return (
    <div className="mb-4">
      <Banner tone={notice.tone} role={notice.tone === 'danger' ? 'alert' : 'status'}>
        {notice.text}
        {notice.canStartAnew && (
          <p>
            <Button kind="link" onClick={onStartAnew}>
              Neu beginnen
            </Button>
          </p>
        )}
      </Banner>
    </div>
  )
}

/** Says that the code of the step could not be loaded, with a button that tries again. */
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
 * Stands in for a step whose code is loading. Most steps begin with a heading and two cards, and push the
 * footer out of sight. A step that the server has rendered stays in the page instead
 * (use-step-component.ts).
 */
function StepSkeleton() {
  return (
    <div className="stack gap-3" style={{ minHeight: '80vh' }}>
      <StatusText className="visually-hidden">Schritt wird geladen …</StatusText>
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
    document.title = `${stepName(step)} – ${name}`
  }, [step, name])
}

/** Returns `Schritt 3 von 6 – Termin`. */
function stepName(step: Step): string {
  return `Schritt ${step} von ${STEP_LABELS.length} – ${STEP_LABELS[step - 1]}`
}
