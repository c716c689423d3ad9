import { ChevronRight, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './choice-cards.module.css'

/** Shows a column of large buttons, of which the patient presses one. Its children are ChoiceCards. */
export function ChoiceCards({ children }: { children: ReactNode }) {
  return <ul className="stack gap-3">{children}</ul>
}

type ChoiceCardProps = {
  title: string
  description?: ReactNode
  /** A sentence below the description. */
  hint?: string
  /** The price as text, at the right of the title. */
  price?: string | undefined
  /** The duration as text, such as "ca. 45 Min". */
  duration?: string | undefined
  /** Whether this choice was made before, when the patient comes back to the step. */
  chosen?: boolean
  /**
   * The query of the step that the choice leads to. On a press before the page's code has arrived, the script
   * before-paint.js fetches that step from the server as HTML.
   */
  nextHref?: string
  onChoose: () => void
}

/** Shows one choice as a large button with its price and description. A press chooses and goes on. */
export function ChoiceCard({
  title,
  description,
  hint,
  price,
  duration,
  chosen = false,
  nextHref,
  onChoose,
}: ChoiceCardProps) {
  return (
    <li>
      <button
        type="button"
        className={`card ${styles.choice}`}
        aria-current={chosen || undefined}
        data-next-step={nextHref}
        onClick={onChoose}
      >
        <span className={`row between baseline ${styles.head}`}>
          <b className="break hyphens">{title}</b>
          {price && <b className="num">{price}</b>}
        </span>
        {duration && (
          <span className="whole with-icon muted small">
            <Clock />
            {duration}
          </span>
        )}
        {description && <span className={`${styles.description} muted small`}>{description}</span>}
        {hint && <span className={`${styles.description} small`}>{hint}</span>}
        <span className={styles.arrow}>
          <ChevronRight />
        </span>
      </button>
    </li>
  )
}
