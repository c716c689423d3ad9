import { shortDayTime } from '../../src/shared/format.ts'
import { viennaToday } from '../api/server-clock.ts'
import styles from './selection-summary.module.css'

type SelectionSummaryProps = { service: { name: string } | undefined; slot: { start: string } | undefined }

/**
 * Renders `Erstordination · Di 12. Jänner, 08:30` for the action bar. A lack of room cuts the name or leaves
 * it out, never the time: in large text the time takes a second line.
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
