import { ChevronRight, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './choice-cards.module.css'

type ChoiceBoardProps = {
  title: string
  description?: ReactNode
  /** Stands at the right of the title: a price. */
  price?: string | undefined
  /** "ca. 45 Min" */
  duration?: string | undefined
  chosen?: boolean
  onChoose: () => void
}

/** A board that is one large button: a visit, a service. Stands in a ChoiceList. */
export function ChoiceCards({
  title,
  description,
  price,
  duration,
  chosen = false,
  onChoose,
}: ChoiceBoardProps) {
  return (
    <li>
      <button type="button" className={styles.choice} aria-current={chosen || undefined} onClick={onChoose}>
        <span className={styles.title}>{title}</span>
        {price && <span className={styles.price}>{price}</span>}
        {duration && (
          <span className={styles.duration}>
            <Clock />
            {duration}
          </span>
        )}
        {description && <span className={styles.description}>{description}</span>}
        <span className={styles.arrow}>
          <ChevronRight />
        </span>
      </button>
    </li>
  )
}

/** Holds the choice boards, one below the other. */
export function ChoiceList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}
