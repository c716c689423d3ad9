import type { MouseEvent } from 'react'
import styles from './step-indicator.module.css'
import { STEP_LABELS } from './step-labels.ts'
import { hashOfStep } from './wizard/step-hash.ts'
import { type Dispatch, STEPS, type Step } from './wizard/wizard.ts'

/** Shows the names of the six steps. Finished steps are links, until the booking is made. */
export function StepIndicator({ step: current, dispatch }: { step: Step; dispatch: Dispatch }) {
  return (
    <nav className="no-print" aria-label="Schritte der Buchung">
      <ol className={styles.steps}>
        {STEP_LABELS.map((label, index) => (
          <li key={label}>
            <StepName label={label} step={(index + 1) as Step} current={current} dispatch={dispatch} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type StepNameProps = { label: string; step: Step; current: Step; dispatch: Dispatch }

/** Shows the name of a step, which is a link if the step is finished. */
function StepName({ label, step, current, dispatch }: StepNameProps) {
  const isDone = step < current
  const name = (
    <>
      {label}
      {isDone && <span className="visually-hidden"> (erledigt)</span>}
    </>
  )
  if (isDone && current < STEPS.done)
    return (
      <a
        className={styles.name}
        data-done
        href={hashOfStep(step)}
        onClick={(event) => goToStep(event, step, dispatch)}
      >
        {name}
      </a>
    )
  return (
    <span
      className={styles.name}
      data-done={isDone || undefined}
      aria-current={step === current ? 'step' : undefined}
    >
      {name}
    </span>
  )
}

/**
 * Lets the wizard go back to the step in the browser's history, where the link itself would add an entry.
 * With a modifier key the browser opens the link in a new tab or window, as usual.
 */
function goToStep(event: MouseEvent, step: Step, dispatch: Dispatch) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  dispatch({ type: 'step requested', step })
}
