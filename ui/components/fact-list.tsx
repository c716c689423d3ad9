import type { ReactNode } from 'react'
import styles from './card.module.css'

/** Shows a list of labels with values inside a card. Its children are Facts. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={`${styles.facts} rows`}>{children}</dl>
}

type FactProps = {
  label: ReactNode
  /** The value, as text. Lines with the class `muted` may follow below. */
  children: ReactNode
  /** Shows the value without emphasis. Suits long or rarely read values, such as notes and ids. */
  plain?: boolean
  /** Places the label above the value. Suits labels that are sentences. */
  wide?: boolean
  /** A control at the end of the row, such as the button "Ändern". */
  action?: ReactNode
}

/** Shows one label with its value, as a row of a FactList. */
export function Fact({ label, children, plain = false, wide = false, action }: FactProps) {
  return (
    <div
      className={`small ${styles.fact}`}
      data-action={action ? true : undefined}
      data-wide={wide || undefined}
    >
      <dt className="muted hyphens">{label}</dt>
      <dd className={styles.value} data-plain={plain || undefined}>
        {children}
      </dd>
      {action && <dd className={styles.action}>{action}</dd>}
    </div>
  )
}
