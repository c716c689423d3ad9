import { CalendarDays, List } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import type { Wanted } from '../../api/public.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { ToggleSegment } from '../../components/segment.tsx'
import type { Slot, View } from '../wizard.ts'
import { CalendarView } from './calendar-view.tsx'
import { ListView } from './list-view.tsx'
import { NextFree } from './next-free.tsx'
import styles from './time.module.css'

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
