import { CalendarCheck, ChevronRight } from 'lucide-react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { Wanted } from '../../api/public.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Slot } from '../wizard.ts'
import { NOTHING_FREE } from './slots.ts'
import styles from './time.module.css'
import { hasFailed, useNextFree } from './use-free-times.ts'

type NextFreeProps = {
  wanted: Wanted
  slot: Slot | undefined
  onSlot: (slot: Slot, day: Day) => void
  today: Day
  /** True where the list below says that nothing is free. */
  silent: boolean
}

/** The first free slot of all as a button. */
export function NextFree({ wanted, slot, onSlot, today, silent }: NextFreeProps) {
  const query = useNextFree(wanted, today)
  const next = query.data
  // The calendar and the list show the failure.
  if (next === undefined) return hasFailed(query) ? null : <Skeleton height={69} />
  if (next === null) return silent ? null : <p className="well muted">{NOTHING_FREE}</p>
  return (
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
  )
}
