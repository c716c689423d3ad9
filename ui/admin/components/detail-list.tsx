import type { ReactNode } from 'react'
import styles from './page.module.css'

/** Labels and values, for a sheet with the details of a row. Its children are Details. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>
}

type DetailProps = {
  label: string
  /** Shown in place of an unknown value. */
  none?: string
  children?: ReactNode
}

export function Detail({ label, none = '–', children }: DetailProps) {
  const isKnown = Boolean(children) || children === 0
  return (
    <div className={styles.detail}>
      <dt>{label}</dt>
      <dd data-none={isKnown ? undefined : true}>{isKnown ? children : none}</dd>
    </div>
  )
}
