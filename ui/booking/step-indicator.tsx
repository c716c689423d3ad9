import type { MouseEvent } from 'react'
import { STEP_LABELS } from '../../src/shared/booking.ts'
import styles from './step-indicator.module.css'
import { hashOfStep } from './wizard/initial-state.ts'
import type { Dispatch, Step } from './wizard/wizard.ts'

/** Shows the names of the six steps. Finished steps are links until the booking is made. */
export function StepIndicator({ step: current, dispatch }: { step: Step; dispatch: Dispatch }) {
  return (
    <nav className="no-print" aria-label="Schritte der Buchung">
      <ol className={styles.steps}>
        {STEP_LABELS.map((label, at) => {
          const step = (at + 1) as Step
          const done = step < current
          const name = (
            <>
              {label}
              {done && <span className="visually-hidden"> (erledigt)</span>}
            </>
          )
          return (
            <li key={label}>
              {done && current < 6 ? (
                <a
                  className={styles.name}
                  data-done
                  href={hashOfStep(step)}
                  onClick={(event) => follow(event, step, dispatch)}
                >
                  {name}
                </a>
              ) : (
                <span
                  className={styles.name}
                  data-done={done || undefined}
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
 * Goes to the step by the wizard, which goes back in the history. Following the link would add to the
 * history.
 */
function follow(event: MouseEvent, step: Step, dispatch: Dispatch) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  dispatch({ type: 'step requested', step })
}
