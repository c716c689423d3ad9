import { shortDayTime } from '../../src/shared/format.ts'
import { viennaToday } from '../api/server-clock.ts'
import styles from './selection-summary.module.css'

type SelectionSummaryProps = {
  /** The name of the service, or another word for what the time is about. */
  label?: string | undefined
  /** ISO 8601 with offset; undefined before a time is chosen. */
  start: string | undefined
}

/**
 * Shows `Erstordination · Di 12. Jänner, 08:30` in the action bar. Where the room is short, the label is cut
 * or left out, but never the time, which takes a second line in large text.
 */
export function SelectionSummary({ label = 'Termin', start }: SelectionSummaryProps) {
  return (
    <span className={styles.summary}>
      <span className={`flex ${styles.name}`}>
        <span className="ellipsis">{label}</span>
        {/* In a translated page React could remove no bare text, and each choice would add a dot. */}
        {start && <span>{'\u00a0·\u00a0'}</span>}
      </span>
      {start && <b className="num">{shortDayTime(start, viennaToday())}</b>}
    </span>
  )
}
