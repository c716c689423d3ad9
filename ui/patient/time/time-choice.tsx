import { ArrowRight, CalendarDays, List } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import type { Slot, WantedTimes } from '../../api/free-times.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { ActionBar, type ActionBarProps } from '../../components/action-bar.tsx'
import { Button } from '../../components/button.tsx'
import { focusInMiddle } from '../../components/focus.ts'
import { ToggleSegment } from '../../components/segment.tsx'
import { CalendarView } from './calendar-view.tsx'
import { ListView } from './list-view.tsx'
import { NextFree } from './next-free.tsx'
import styles from './time.module.css'

/** The two ways to show free times. */
export type TimesView = 'calendar' | 'list'

const VIEWS = [
  { value: 'calendar', label: 'Kalender', icon: <CalendarDays /> },
  { value: 'list', label: 'Liste', icon: <List /> },
] as const satisfies readonly { value: TimesView; label: string; icon: unknown }[]

const NO_TIME = 'Bitte wählen Sie zuerst eine freie Zeit.'

/** The parts of the bar at the bottom that the page decides on. */
type BarProps = Pick<ActionBarProps, 'icon' | 'chosen' | 'onBack'>

type TimeChoiceProps = BarProps & {
  wanted: WantedTimes
  day: Day | undefined
  slot: Slot | undefined
  view: TimesView
  /** First day of the list; the default is today. */
  listFrom?: Day | undefined
  onDay: (day: Day) => void
  onSlot: (slot: Slot, day: Day) => void
  /** Called when the patient changes between calendar and list. */
  onView: (view: TimesView) => void
  /** Called by "Weiter" with the chosen time. */
  onNext: (slot: Slot) => void
  /** Notes below the times. */
  children?: ReactNode
}

/**
 * Lets the patient choose a free time: the next free time is a button, all others are in a calendar or a
 * list, and a bar at the bottom has "Weiter".
 */
export function TimeChoice({
  wanted,
  day,
  slot,
  view,
  listFrom,
  onDay,
  onSlot,
  onView,
  onNext,
  children,
  ...bar
}: TimeChoiceProps) {
  // The day stays the same after midnight, so that nothing is loaded anew while the patient chooses.
  const [today] = useState(viennaToday)
  const [isTimeMissing, setTimeMissing] = useState(false)
  const timesBoxRef = useRef<HTMLDivElement>(null)
  const chooseSlot = (newSlot: Slot, newDay: Day) => {
    setTimeMissing(false)
    onSlot(newSlot, newDay)
  }
  const goOn = () => {
    if (slot) return onNext(slot)
    setTimeMissing(true)
    focusFirstChoice(timesBoxRef.current)
  }
  /** The props by which each part shows free times, and has one chosen. */
  const choice = { wanted, slot, onSlot: chooseSlot, today }
  return (
    <>
      <div className={styles.controls}>
        <NextFree {...choice} silent={view === 'list'} />
        <ToggleSegment label="Ansicht" options={VIEWS} value={view} onChange={onView} />
      </div>
      <div ref={timesBoxRef}>
        {view === 'calendar' ? (
          <CalendarView {...choice} day={day} onDay={onDay} />
        ) : (
          <ListView {...choice} from={listFrom ?? today} />
        )}
      </div>
      {children}
      <ActionBar
        {...bar}
        problem={isTimeMissing && NO_TIME}
        main={
          <Button kind="primary" onClick={goOn}>
            Weiter
            <ArrowRight />
          </Button>
        }
      />
    </>
  )
}

/**
 * Moves the focus to the first free time, or to the first free day while no times are shown. Only free times
 * are shown, but the calendar has all days, so free ones are marked by `data-free`.
 */
function focusFirstChoice(timesBox: HTMLElement | null): void {
  const firstTime = timesBox?.querySelector<HTMLElement>(`.${styles.time}`)
  const firstDay = timesBox?.querySelector<HTMLElement>('[data-free]')
  focusInMiddle(firstTime ?? firstDay)
}
