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
        {STEP_LABELS.map((label, index) => {
          const step = (index + 1) as Step
          const isDone = step < current
          const isLink = isDone && current < STEPS.done
          const name = (
            <>
              {label}
              {isDone && <span className="visually-hidden"> (erledigt)</span>}
            </>
          )
          return (
            <li key={label}>
              {isLink ? (
                <a
                  className={styles.name}
                  data-done
                  href={hashOfStep(step)}
                  onClick={(event) => goToStep(event, step, dispatch)}
                >
                  {name}
                </a>
              ) : (
                <span
                  className={styles.name}
                  data-done={isDone || undefined}
                  aria-current={step === current ? 'step' : undefined}
                >
                  {name}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
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
