import { CalendarCheck, ChevronRight } from 'lucide-react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Slot } from '../wizard.ts'
import { NOTHING_FREE } from './slots.ts'
import styles from './time.module.css'
import { useNextFree } from './use-free-times.ts'

type NextFreeProps = {
  serviceId: string
  slot: Slot | undefined
  onSlot: (slot: Slot, day: Day) => void
  today: Day
  /** True where the list below says that nothing is free. */
  silent: boolean
}

/** The first free slot of all as a button. */
export function NextFree({ serviceId, slot, onSlot, today, silent }: NextFreeProps) {
  const { data: next, isPending } = useNextFree(serviceId, today)
  if (isPending) return <Skeleton height={69} />
  if (next === null && !silent) return <p className="well muted">{NOTHING_FREE}</p>
  // Undefined after an error, which the calendar and the list show.
  if (!next) return null
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
          {shortDayTime(next.slot.start)}
        </time>
      </span>
      <ChevronRight />
    </button>
  )
}
