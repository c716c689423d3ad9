import type { ReactNode } from 'react'
import { clockTime, dayOfMonth, longDay, monthName } from '../../src/shared/format.ts'
import { viennaToday } from '../api/server-clock.ts'
import styles from './date-tile.module.css'

type DateTileProps = {
  /** ISO 8601 with offset; shown as Vienna day and time. */
  start: string
  /** A third line, such as "bis 09:15" or "Erstordination, ca. 45 Min". */
  children?: ReactNode
  /** Whether the time no longer counts. It is then grey and struck out. */
  isGivenUp?: boolean
}

/**
 * Shows the time of an appointment: month and day on a coloured tile, and weekday, date and time beside it.
 */
export function DateTile({ start, children, isGivenUp = false }: DateTileProps) {
  return (
    <div className={`media ${styles.dateTile}`} data-given-up={isGivenUp || undefined}>
      <div className={`medium tiny ${styles.tile}`} aria-hidden="true">
        <span>{monthName(start)}</span>
        <span className={`${styles.day} num`}>{dayOfMonth(start)}</span>
      </div>
      <div>
        <time dateTime={start}>
          <span className="muted small">{longDay(start, viennaToday())} </span>
          <span className={styles.time}>{clockTime(start)}</span>
        </time>
        {children && <p className="muted small">{children}</p>}
      </div>
    </div>
  )
}
