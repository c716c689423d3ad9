import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { longDay, timeOfDay } from '../../../src/shared/format.ts'
import type { Slot, Wanted } from '../../api/free-times.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { LoadFailure } from '../../page/loaded.tsx'
import { slotsQuery } from './free-times.ts'
import { isMorning, LOADING_TIMES } from './slots.ts'
import styles from './time.module.css'

type DayTimesProps = {
  wanted: Wanted
  day: Day
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  /** Whether the times scroll into view. This is so when the patient has just chosen the day by hand. */
  reveal: boolean
}

/** Shows the free times of a day under "Vormittag" and "Nachmittag". */
export function DayTimes({ wanted, day, chosen, onChoose, reveal }: DayTimesProps) {
  const query = useQuery(slotsQuery(wanted, day))
  const { data, error } = query
  const section = useRef<HTMLElement>(null)
  const title = longDay(day, viennaToday())

  // On a phone the times are below the month, often outside the window.
  const toReveal = reveal && data !== undefined
  useEffect(() => {
    if (toReveal)
      section.current?.scrollIntoView({ block: 'nearest', behavior: wantsMotion() ? 'smooth' : 'auto' })
  }, [toReveal])

  return (
    <section ref={section} aria-label={`Zeiten am ${title}`}>
      <h2>{title}</h2>
      {data && <Times slots={data} chosen={chosen} onChoose={onChoose} />}
      {!data && error && <LoadFailure query={query} failure="Slots nicht ladbar" />}
      {!data && !error && <LoadingTimes />}
    </section>
  )
}

function Times({
  slots,
  ...choice
}: { slots: readonly Slot[] } & Pick<DayTimesProps, 'chosen' | 'onChoose'>) {
  const morning = slots.filter(isMorning)
  const afternoon = slots.filter((slot) => !isMorning(slot))
  return (
    <>
      <p className="visually-hidden" role="status">
        {countText(slots.length)}
      </p>
      {slots.length === 0 && (
        <p className="muted mt-2" role="status">
          Keine freien Zeiten für dieses Datum.
        </p>
      )}
      {morning.length > 0 && (
        <HalfDay name="Vormittag">
          {(id) => <TimeGrid slots={morning} columns={3} labelledBy={id} {...choice} />}
        </HalfDay>
      )}
      {afternoon.length > 0 && (
        <HalfDay name="Nachmittag">
          {(id) => <TimeGrid slots={afternoon} columns={3} labelledBy={id} {...choice} />}
        </HalfDay>
      )}
    </>
  )
}

function countText(times: number): string {
  if (times === 0) return ''
  return times === 1 ? 'Eine freie Zeit' : `${times} freie Zeiten`
}

function HalfDay({ name, children }: { name: string; children: (headingId: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="stack gap-2 mt-4">
      <h3 className="muted medium" id={id}>
        {name}
      </h3>
      {children(id)}
    </div>
  )
}

function LoadingTimes() {
  return (
    <div className="stack gap-2 mt-4">
      <p className="muted small medium" role="status">
        {LOADING_TIMES}
      </p>
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

type TimeGridProps = {
  slots: readonly Slot[]
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  columns: 3 | 4
  /** The id of the heading that names the group. */
  labelledBy: string
}

/** Free times as buttons, one of them chosen. */
export function TimeGrid({ slots, chosen, onChoose, columns, labelledBy }: TimeGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; these are buttons
    <div role="group" aria-labelledby={labelledBy} className={styles.grid} data-columns={columns}>
      {slots.map((slot) => (
        <button
          key={slot.start}
          type="button"
          className={`pick medium ${styles.time}`}
          aria-pressed={slot.start === chosen?.start}
          onClick={() => onChoose(slot)}
        >
          <time dateTime={slot.start}>{timeOfDay(slot.start)}</time>
        </button>
      ))}
    </div>
  )
}
