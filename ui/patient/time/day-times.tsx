import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import type { Slot, WantedTimes } from '../../api/free-times.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { StatusText } from '../../components/announced.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import { slotsQuery } from './free-times-queries.ts'
import { isMorning } from './slots.ts'
import styles from './time.module.css'
import { TimeGrid } from './time-grid.tsx'
import { LOADING_TIMES } from './times-texts.ts'

type DayTimesProps = {
  wanted: WantedTimes
  day: Day
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  /** Whether the times scroll into view, which they do after the patient has pressed the day. */
  reveal: boolean
}

/** Shows the free times of a day under "Vormittag" and "Nachmittag". */
export function DayTimes({ wanted, day, chosen, onChoose, reveal }: DayTimesProps) {
  const query = useQuery(slotsQuery(wanted, day))
  const { data, error } = query
  const sectionRef = useRef<HTMLElement>(null)
  const title = longDay(day, viennaToday())

  // On a phone the times are below the month, often outside the window.
  const toReveal = reveal && data !== undefined
  useEffect(() => {
    if (toReveal)
      sectionRef.current?.scrollIntoView({ block: 'nearest', behavior: wantsMotion() ? 'smooth' : 'auto' })
  }, [toReveal])

  return (
    <section ref={sectionRef} aria-label={`Zeiten am ${title}`}>
      <h2>{title}</h2>
      {data && <Times slots={data} chosen={chosen} onChoose={onChoose} />}
      {!data && error && <LoadFailure query={query} failure="Slots nicht ladbar" brief />}
      {!data && !error && <LoadingTimes />}
    </section>
  )
}

type TimesProps = { slots: readonly Slot[] } & Pick<DayTimesProps, 'chosen' | 'onChoose'>

/**
 * Shows the times in two groups, or a sentence when there are none, and tells screen readers their number.
 */
function Times({ slots, chosen, onChoose }: TimesProps) {
  const morning = slots.filter(isMorning)
  const afternoon = slots.filter((slot) => !isMorning(slot))
  return (
    <>
      {slots.length === 0 ? (
        <StatusText className="muted mt-2">Keine freien Zeiten für dieses Datum.</StatusText>
      ) : (
        <StatusText className="visually-hidden">{countText(slots.length)}</StatusText>
      )}
      <HalfDay name="Vormittag" slots={morning} chosen={chosen} onChoose={onChoose} />
      <HalfDay name="Nachmittag" slots={afternoon} chosen={chosen} onChoose={onChoose} />
    </>
  )
}

/** Returns the number of times for screen readers. */
function countText(times: number): string {
  return times === 1 ? 'Eine freie Zeit' : `${times} freie Zeiten`
}

/** Shows the times of a morning or afternoon below its name; nothing where there are none. */
function HalfDay({ name, slots, chosen, onChoose }: TimesProps & { name: string }) {
  const id = useId()
  if (slots.length === 0) return null
  return (
    <div className="stack gap-2 mt-4">
      <h3 className="muted medium" id={id}>
        {name}
      </h3>
      <TimeGrid slots={slots} chosen={chosen} onChoose={onChoose} columns={3} labelledBy={id} />
    </div>
  )
}

/** Reserves the room of six times while they are loading. */
function LoadingTimes() {
  return (
    <div className="stack gap-2 mt-4">
      <StatusText className="muted small medium">{LOADING_TIMES}</StatusText>
      <div className={styles.grid}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={52} />
        ))}
      </div>
    </div>
  )
}

function wantsMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: no-preference)').matches
}
