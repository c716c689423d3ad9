import { shortDayTime } from '../../src/shared/format.ts'
import { viennaToday } from '../api/server-clock.ts'
import styles from './selection-summary.module.css'

type SelectionSummaryProps = { service: { name: string } | undefined; slot: { start: string } | undefined }

/**
 * `Erstordination · Di 12. Jänner, 08:30` for the action bar. Where the room ends, the name is cut and never the time,
 * which takes a second line where the text is large.
 */
export function SelectionSummary({ service, slot }: SelectionSummaryProps) {
  return (
    <span className={styles.summary}>
      <span className={`flex ${styles.name}`}>
        <span className="ellipsis">{service?.name ?? 'Termin'}</span>
        {slot && '\u00a0·\u00a0'}
      </span>
      {slot && <b className="num">{shortDayTime(slot.start, viennaToday())}</b>}
    </span>
  )
}
