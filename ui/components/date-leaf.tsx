import type { ReactNode } from 'react'
import { clockTime, dayOfMonth, longDay, monthName } from '../../src/shared/format.ts'
import styles from './date-leaf.module.css'

type DateLeafProps = {
  /** ISO 8601 with offset; shown as Vienna day and time. */
  start: string
  /** A third line: "bis 09:15", "Erstordination, ca. 45 Min". */
  children?: ReactNode
}

/** When an appointment is: month and day as a calendar leaf, weekday, date and time beside it. */
export function DateTile({ start, children }: DateLeafProps) {
  return (
    <div className={styles.when}>
      <div className={styles.leaf} aria-hidden="true">
        <span className={styles.month}>{monthName(start)}</span>
        <span className={styles.day}>{dayOfMonth(start)}</span>
      </div>
      <div>
        <time dateTime={start}>
          <span className={styles.date}>{longDay(start)} </span>
          <span className={styles.time}>{clockTime(start)}</span>
        </time>
        {children && <p className={styles.more}>{children}</p>}
      </div>
    </div>
  )
}
