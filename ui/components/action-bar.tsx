import { ArrowLeft, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './action-bar.module.css'
import { Button } from './button.tsx'
import { keepPhrasesTogether } from './line-breaks.tsx'

export type ActionBarProps = {
  /** One line with the choices so far, such as "Erstordination · <b>Di 12. Jänner, 08:30</b>". */
  chosen?: ReactNode
  /** A sentence that says why the main button does not go on. It replaces `chosen`. */
  problem?: ReactNode
  /**
   * Whether another press of the main button may succeed. The link "Noch einmal?" after the problem then
   * presses that button.
   */
  canRetry?: boolean | undefined
  /** The icon before `chosen`. */
  icon?: ReactNode
  /** Called by the button "Zurück", which is shown only with this. */
  onBack?: (() => void) | undefined
  /** The wide main button. A step without a main button is left by pressing one of its cards. */
  main?: ReactNode
}

/**
 * Shows "Zurück", a summary and the main button in a bar, which is fixed to the bottom of the window. Inside
 * a step's form, a main button of type `submit` submits that form.
 */
export function ActionBar({ chosen, problem, canRetry, icon, onBack, main }: ActionBarProps) {
  return (
    <section
      className={`${styles.bar} no-print`}
      aria-label="Auswahl und weiter"
      data-main={main ? true : undefined}
    >
      <div className={`bounds row ${styles.content}`}>
        {problem && <ProblemLine problem={problem} canRetry={canRetry} />}
        {chosen && !problem && (
          <p className={`row end gap-2 muted small ${styles.chosen}`}>
            {icon}
            <span className={styles.text}>{chosen}</span>
          </p>
        )}
        {onBack && (
          <div className={styles.back}>
            <Button aria-label="Zurück" onClick={onBack}>
              <ArrowLeft />
              <span className={styles.backText}>Zurück</span>
            </Button>
          </div>
        )}
        {main && <div className={styles.main}>{main}</div>}
      </div>
    </section>
  )
}

/** Shows the problem instead of the summary. Screen readers read it at once. */
function ProblemLine({ problem, canRetry }: Pick<ActionBarProps, 'problem' | 'canRetry'>) {
  return (
    <p className={`row end gap-2 danger medium small ${styles.chosen}`} role="alert">
      <CircleAlert />
      {/* A long sentence scrolls. With `tabIndex` it takes the focus, so that the arrow keys scroll it too. */}
      <span className={styles.text} tabIndex={canRetry ? undefined : 0}>
        {keepPhrasesTogether(problem)}{' '}
        {canRetry && (
          <Button kind="link" onClick={pressMainButton}>
            Noch einmal?
          </Button>
        )}
      </span>
    </p>
  )
}

/**
 * Presses the main button. The button gets the focus first, because the pressed "Noch einmal?" disappears
 * together with the problem.
 */
function pressMainButton() {
  const button = document.querySelector<HTMLElement>(`.${styles.main} button`)
  button?.focus()
  button?.click()
}
