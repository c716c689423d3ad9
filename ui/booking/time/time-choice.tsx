import { CalendarCheck, CalendarDays, ChevronRight, List } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { Wanted } from '../../api/public.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { ToggleSegment } from '../../components/segment.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Slot, View } from '../wizard.ts'
import { CalendarView } from './calendar-view.tsx'
import { ListView } from './list-view.tsx'
import { NOTHING_FREE } from './slots.ts'
import styles from './time.module.css'
import { hasFailed, useNextFree } from './use-free-times.ts'

const VIEWS = [
  { value: 'calendar', label: 'Kalender', icon: <CalendarDays /> },
  { value: 'list', label: 'Liste', icon: <List /> },
] as const satisfies readonly { value: View; label: string; icon: unknown }[]

type TimeChoiceProps = {
  wanted: Wanted
  day: Day | undefined
  slot: Slot | undefined
  view: View
  /** First day of the list; today without one. */
  listFrom?: Day | undefined
  onDay: (day: Day) => void
  onSlot: (slot: Slot, day: Day) => void
  onView: (view: View) => void
  /** The days and times, for `focusFirstChoice`. */
  choices: Ref<HTMLDivElement>
}

/** The next free time, and all of them by calendar or list. */
export function TimeChoice({ view, listFrom, onDay, onView, choices, day, ...choice }: TimeChoiceProps) {
  const [today] = useState(viennaToday)
  return (
    <>
      <div className={styles.controls}>
        <NextFree {...choice} today={today} silent={view === 'list'} />
        <ToggleSegment label="Ansicht" options={VIEWS} value={view} onChange={onView} />
      </div>
      <div ref={choices}>
        {view === 'calendar' ? (
          <CalendarView {...choice} day={day} onDay={onDay} today={today} />
        ) : (
          <ListView {...choice} from={listFrom ?? today} today={today} />
        )}
      </div>
    </>
  )
}

/** Leads to what has to be chosen next: a time, or a day. */
export function focusFirstChoice(choices: HTMLElement | null): void {
  const [time] = choices?.querySelectorAll<HTMLElement>(`.${styles.time}`) ?? []
  const [day] = choices?.querySelectorAll<HTMLElement>('[data-free]') ?? []
  const next = time ?? day
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'center' })
}

export const NO_TIME = 'Bitte wählen Sie zuerst eine freie Zeit.'

type NextFreeProps = {
  wanted: Wanted
  slot: Slot | undefined
  onSlot: (slot: Slot, day: Day) => void
  today: Day
  /** True where the list below says that nothing is free. */
  silent: boolean
}

/** The first free slot of all as a button. */
function NextFree({ wanted, slot, onSlot, today, silent }: NextFreeProps) {
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
