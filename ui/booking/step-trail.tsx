import type { MouseEvent } from 'react'
import { STEP_LABELS } from '../../src/shared/booking.ts'
import { hashOfStep } from './initial-state.ts'
import styles from './step-trail.module.css'
import type { Send } from './use-wizard.ts'
import type { Step } from './wizard.ts'

/** The six steps by name. Finished ones are links; after the booking nothing can be changed any more. */
export function StepTrail({ step: current, send }: { step: Step; send: Send }) {
  return (
    <nav className={styles.trail} aria-label="Schritte der Buchung">
      <ol className={styles.steps}>
        {STEP_LABELS.map((label, at) => {
          const step = (at + 1) as Step
          return (
            <li key={label} className={styles.step}>
              {step < current && current < 6 ? (
                <a
                  className={styles.finished}
                  href={hashOfStep(step)}
                  onClick={(event) => follow(event, step, send)}
                >
                  {label}
                  <span className="visually-hidden"> (erledigt)</span>
                </a>
              ) : step < current ? (
                <span className={styles.finished}>
                  {label}
                  <span className="visually-hidden"> (erledigt)</span>
                </span>
              ) : (
                <span className={styles.name} aria-current={step === current ? 'step' : undefined}>
                  {label}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The wizard walks back in the history itself; the link's own jump would add an entry. */
function follow(event: MouseEvent, step: Step, send: Send) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  send({ type: 'step requested', step })
}
