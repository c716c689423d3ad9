import { CalendarCheck, ChevronRight } from 'lucide-react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Slot } from '../wizard.ts'
import styles from './next-free.module.css'
import { NOTHING_FREE } from './slots-text.ts'
import { useNextFree } from './use-free-times.ts'

type NextFreeProps = {
  serviceId: string
  slot: Slot | undefined
  onSlot: (slot: Slot, day: Day) => void
  today: Day
  /** The list below says itself that nothing is free. */
  silent: boolean
}

/** The first free slot of all, one press away. */
export function NextFree({ serviceId, slot, onSlot, today, silent }: NextFreeProps) {
  const { data: next, isPending } = useNextFree(serviceId, today)
  if (isPending) return <Skeleton height={69} />
  if (next === null && !silent) return <p className={styles.nothing}>{NOTHING_FREE}</p>
  // Undefined: it could not be found out. Calendar and list say so where it matters.
  if (!next) return null
  return (
    <button
      type="button"
      className={styles.next}
      aria-pressed={next.slot.start === slot?.start}
      onClick={() => onSlot(next.slot, next.day)}
    >
      <CalendarCheck />
      <span>
        <span className={styles.label}>Nächster freier Termin </span>
        <time className={styles.when} dateTime={next.slot.start}>
          {shortDayTime(next.slot.start)}
        </time>
      </span>
      <ChevronRight />
    </button>
  )
}
