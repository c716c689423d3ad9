import type { ReactNode } from 'react'
import styles from './card.module.css'

/** Label and value in rows, for a Card. Its children are Facts. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={`${styles.facts} rows`}>{children}</dl>
}

type FactProps = {
  label: ReactNode
  /** The value: text, or `muted` lines below it. */
  children: ReactNode
  /** For values that are long or read rarely: notes, an id. */
  plain?: boolean
  /** For a label that is a sentence: it stands above the value. */
  wide?: boolean
  /** Stands at the end of the row: "Ändern". */
  action?: ReactNode
}

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
