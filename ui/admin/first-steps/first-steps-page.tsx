import { ArrowLeft } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FIRST_STEP_IDS, type FirstStep } from '../../../src/shared/first-steps.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Loaded } from '../../page/loaded.tsx'
import styles from '../components/admin.module.css'
import { PageSkeleton } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { StepContext, type StepForm } from '../forms/step-form.ts'
import { confirmLossOfChanges } from '../forms/use-unsaved.ts'
import { AllStepsDone, StepsSummary } from './first-steps-end.tsx'
import { STEP_PAGES } from './step-pages.tsx'
import { type FirstSteps, noteFirstStepsShown, useFirstSteps } from './use-first-steps.ts'

/** The value of `?step=` in the URL for the page after the last step. */
const END = 'end' as const

/** Leads a new practice through its first settings one by one, with the same pages as the admin area. */
export function FirstStepsPage() {
  const { query } = useFirstSteps()
  useEffect(noteFirstStepsShown, [])
  return (
    <Loaded
      query={query}
      failure="Erste Schritte konnten nicht geladen werden."
      // About as high as the first step, whose fields take more lines in a narrow window.
      skeleton={<PageSkeleton heights={['max(640px, 1280px - 50vw)']} />}
    >
      {({ first_steps }) => <Steps steps={first_steps?.steps} />}
    </Loaded>
  )
}

/**
 * The step that the URL names, or the first open one, with its number and buttons. A step stays open once
 * it is done, because its page may still show recovery codes.
 */
function Steps({ steps }: { steps: FirstSteps['steps'] | undefined }) {
  const [params, changeParams] = useSearchState('step')
  const { markStep, reload } = useFirstSteps()
  // The first open step is chosen once, so that the page does not jump ahead when that step is done.
  const [firstOpen] = useState<FirstStep | typeof END>(
    () => steps?.find(({ done, skipped }) => !(done || skipped))?.id ?? END,
  )
  const current = stepIn(params.step) ?? firstOpen
  /** The form on the page of the step, if it has one. */
  const formRef = useRef<StepForm>(undefined)
  const [areButtonsHidden, setButtonsHidden] = useState(false)
  const stepContext = useMemo(() => ({ form: formRef, hideButtons: setButtonsHidden }), [])

  if (current === END) return steps ? <StepsSummary steps={steps} /> : <AllStepsDone />
  const index = FIRST_STEP_IDS.indexOf(current)
  // Without `steps`, the practice has already been through all of them.
  const isDone = steps?.find(({ id }) => id === current)?.done ?? true
  const Page = STEP_PAGES[current]

  const goTo = (newIndex: number) => {
    markStep.reset()
    void reload()
    changeParams({ step: FIRST_STEP_IDS[newIndex] ?? END }, { push: true })
  }
  const goBack = () => {
    if (!formRef.current?.dirty || confirmLossOfChanges('Trotzdem weitergehen?')) goTo(index - 1)
  }
  const skip = () => {
    if (formRef.current?.dirty && !confirmLossOfChanges('Trotzdem überspringen?')) return
    markStep.mutate({ step: current, as: 'skipped' }, { onSuccess: () => goTo(index + 1) })
  }
  const saveAndContinue = async () => {
    if (formRef.current?.dirty && !(await formRef.current.submit())) return
    // Without a change to the holidays the server cannot see that this step is done, so it is confirmed.
    if (current === 'holidays' && !isDone)
      markStep.mutate({ step: current, as: 'confirmed' }, { onSuccess: () => goTo(index + 1) })
    else goTo(index + 1)
  }

  return (
    <>
      <Progress index={index} />
      <StepContext value={stepContext}>
        <Page key={current} />
      </StepContext>
      {!areButtonsHidden && (
        <StepButtons
          busy={markStep.isPending}
          onBack={index > 0 ? goBack : undefined}
          onSkip={isDone ? undefined : skip}
          onContinue={() => void saveAndContinue()}
        />
      )}
      <OutcomeBanner outcome={toOutcome(markStep.error, SAVE_FAILURE)} />
    </>
  )
}

/** Returns the step that `?step=` names; undefined for any other text. */
function stepIn(param: string): FirstStep | typeof END | undefined {
  return param === END ? END : FIRST_STEP_IDS.find((id) => id === param)
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
