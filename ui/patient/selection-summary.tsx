import { shortDayTime } from '../../src/shared/format.ts'
import { viennaToday } from '../api/server-clock.ts'
import styles from './selection-summary.module.css'

type SelectionSummaryProps = { service: { name: string } | undefined; slot: { start: string } | undefined }

/**
 * Shows `Erstordination · Di 12. Jänner, 08:30` in the action bar. Where the room is short, the name is cut
 * or left out, but never the time, which takes a second line in large text.
 */
export function SelectionSummary({ service, slot }: SelectionSummaryProps) {
  return (
    <span className={styles.summary}>
      <span className={`flex ${styles.name}`}>
        <span className="ellipsis">{service?.name ?? 'Termin'}</span>
        {/* In a translated page React could remove no bare text, and each choice would add a dot. */}
        {slot && <span>{'\u00a0·\u00a0'}</span>}
      </span>
      {slot && <b className="num">{shortDayTime(slot.start, viennaToday())}</b>}
    </span>
  )
}
