import { ArrowLeft } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { FIRST_STEP_IDS, type FirstStep } from '../../../src/shared/first-steps.ts'
import { Button, IconButton } from '../../components/button.tsx'
import styles from '../components/admin.module.css'
import { useSearchState } from '../components/use-search-state.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { StepContext, type StepForm } from '../forms/step-form.ts'
import { confirmLossOfChanges } from '../forms/use-unsaved.ts'
import { STEP_PAGES } from './step-pages.tsx'
import { END, useFirstSteps } from './use-first-steps.ts'

type OpenStepProps = { step: FirstStep; isDone: boolean }

/**
 * The page of a step, with its number above and the buttons below. A step stays open once it is done, because
 * its page may still show recovery codes.
 */
export function OpenStep({ step, isDone }: OpenStepProps) {
  /** The form on the page of the step, if it has one. */
  const formRef = useRef<StepForm>(undefined)
  const [areButtonsHidden, setButtonsHidden] = useState(false)
  const stepContext = useMemo(() => ({ form: formRef, hideButtons: setButtonsHidden }), [])
  const { goBack, skip, saveAndContinue, busy, error } = useStepActions({ step, isDone, formRef })
  const index = FIRST_STEP_IDS.indexOf(step)
  const Page = STEP_PAGES[step]
  return (
    <>
      <Progress index={index} />
      <StepContext value={stepContext}>
        <Page key={step} />
      </StepContext>
      {!areButtonsHidden && (
        <StepButtons
          busy={busy}
          onBack={index > 0 ? goBack : undefined}
          onSkip={isDone ? undefined : skip}
          onContinue={() => void saveAndContinue()}
        />
      )}
      <OutcomeBanner outcome={toOutcome(error, SAVE_FAILURE)} />
    </>
  )
}

type StepActionsOptions = OpenStepProps & { formRef: RefObject<StepForm | undefined> }

/** Returns what the buttons below a step do. Each asks or saves before it loses what was typed. */
function useStepActions({ step, isDone, formRef }: StepActionsOptions) {
  const [, changeParams] = useSearchState('step')
  const { markStep, reload } = useFirstSteps()
  const index = FIRST_STEP_IDS.indexOf(step)
  const isDirty = () => formRef.current?.dirty === true

  const goTo = (newIndex: number) => {
    markStep.reset()
    void reload()
    changeParams({ step: FIRST_STEP_IDS[newIndex] ?? END }, { push: true })
  }
  const goOn = () => goTo(index + 1)
  const markAndGoOn = (as: 'skipped' | 'confirmed') => markStep.mutate({ step, as }, { onSuccess: goOn })
  return {
    goBack: () => {
      if (!isDirty() || confirmLossOfChanges('Trotzdem weitergehen?')) goTo(index - 1)
    },
    skip: () => {
      if (!isDirty() || confirmLossOfChanges('Trotzdem überspringen?')) markAndGoOn('skipped')
    },
    saveAndContinue: async () => {
      if (isDirty() && !(await formRef.current?.submit())) return
      // Without a change to the holidays the server cannot see that this step is done, so it is confirmed.
      if (step === 'holidays' && !isDone) markAndGoOn('confirmed')
      else goOn()
    },
    busy: markStep.isPending,
    error: markStep.error,
  }
}

/** Shows which step this is, in words and as a line of marks. */
function Progress({ index }: { index: number }) {
  return (
    <>
      <p className="muted small mb-3">
        Erste Schritte: {index + 1} von {FIRST_STEP_IDS.length}
      </p>
      <ol className={styles.progress} aria-hidden>
        {FIRST_STEP_IDS.map((id, position) => (
          <li key={id} data-done={position <= index || undefined} />
        ))}
      </ol>
    </>
  )
}

type StepButtonsProps = {
  busy: boolean
  /** Undefined at the first step. */
  onBack: (() => void) | undefined
  /** Undefined at a step that is done. */
  onSkip: (() => void) | undefined
  onContinue: () => void
}

/** The buttons below a step. */
function StepButtons({ busy, onBack, onSkip, onContinue }: StepButtonsProps) {
  return (
    <div className={`row wide mt-5 line-above ${styles.stepButtons}`}>
      {onBack && <IconButton label="Zurück" title="Zurück" icon={<ArrowLeft />} onClick={onBack} />}
      {onSkip && (
        <Button busy={busy} onClick={onSkip}>
          Überspringen
        </Button>
      )}
      <Button kind="primary" busy={busy} onClick={onContinue}>
        Weiter
      </Button>
    </div>
  )
}
