import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './action-bar.module.css'
import button from './button.module.css'

type BarProps = {
  /** What was chosen so far: "Erstordination · <b>Di 12. Jänner, 08:30</b>"; one line, cut where it is too long. */
  chosen?: ReactNode
  /** Stands before `chosen`. */
  icon?: ReactNode
  onBack?: (() => void) | undefined
  /** The main button (wide); a step that is chosen by its boards has none. */
  main?: ReactNode
}

/** The way on, always in the same place: fixed to the bottom of the window; may stand inside the step's form. */
export function ActionBar({ chosen, icon, onBack, main }: BarProps) {
  return (
    <section className={styles.bar} aria-label="Auswahl und weiter" data-main={main ? true : undefined}>
      <div className={styles.bounds}>
        {chosen && (
          <p className={styles.chosen}>
            {icon}
            <span>{chosen}</span>
          </p>
        )}
        {onBack && (
          <div className={styles.back}>
            <button type="button" className={button.button} data-kind="line" onClick={onBack}>
              <span className={button.label}>
                <ArrowLeft />
                <span className={styles.backText}>Zurück</span>
              </span>
            </button>
          </div>
        )}
        {main && <div className={styles.main}>{main}</div>}
      </div>
    </section>
  )
}
