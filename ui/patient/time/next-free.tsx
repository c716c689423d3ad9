import { CalendarCheck, ChevronRight } from 'lucide-react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { Slot, WantedTimes } from '../../api/free-times.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './time.module.css'
import { NOTHING_FREE } from './times-texts.ts'
import { hasFailed, useNextFree } from './use-free-times.ts'

type NextFreeProps = {
  wanted: WantedTimes
  /** The chosen time. The button is shown as pressed when this is the next free time. */
  slot?: Slot | undefined
  onSlot: (slot: Slot, day: Day) => void
  today: Day
  /** True where another part of the page says that nothing is free. */
  silent?: boolean
}

/** Shows a button that chooses the next free time, or says that nothing is free. */
export function NextFree({ wanted, slot, onSlot, today, silent = false }: NextFreeProps) {
  const query = useNextFree(wanted, today)
  const next = query.data
  // After a failure nothing is shown here, because the page says so or offers another way to a time.
  if (next === undefined) return hasFailed(query) ? null : <Skeleton height={69} />
  if (next === null) return silent ? null : <p className="well muted">{NOTHING_FREE}</p>
  return (
    <div className={styles.nextBox}>
      <button
        type="button"
        className={`media ${styles.next}`}
        data-tone="good"
        aria-pressed={next.slot.start === slot?.start}
        onClick={() => onSlot(next.slot, next.day)}
      >
        <CalendarCheck />
        <span>
          <span className="small">Nächster freier Termin </span>
          <time className="semibold" dateTime={next.slot.start}>
            {shortDayTime(next.slot.start, today)}
          </time>
        </span>
        <ChevronRight />
      </button>
    </div>
  )
}
