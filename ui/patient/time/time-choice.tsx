import { ArrowRight, CalendarDays, List } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import type { Slot, Wanted } from '../../api/free-times.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { ActionBar } from '../../components/action-bar.tsx'
import { Button } from '../../components/button.tsx'
import { focusInMiddle } from '../../components/focus.ts'
import { ToggleSegment } from '../../components/segment.tsx'
import { CalendarView } from './calendar-view.tsx'
import { ListView } from './list-view.tsx'
import { NextFree } from './next-free.tsx'
import { NO_TIME, type View } from './slots.ts'
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
  /** First day of the list; the default is today. */
  listFrom?: Day | undefined
  onDay: (day: Day) => void
  onSlot: (slot: Slot, day: Day) => void
  onView: (view: View) => void
  onBack: () => void
  /** Called by "Weiter" with the chosen time. */
  onNext: (slot: Slot) => void
  /** The icon of the bar at the bottom. */
  icon: ReactNode
  chosen: ReactNode
  /** Notes below the times. */
  children?: ReactNode
}

/**
 * The choice of a free time: the next one as a button, all of them in a calendar or list, and a bar with
 * "Weiter".
 */
export function TimeChoice({
  view,
  listFrom,
  onDay,
  onSlot,
  onView,
  onBack,
  onNext,
  icon,
  chosen,
  children,
  day,
  ...choice
}: TimeChoiceProps) {
  const { slot } = choice
  const [today] = useState(viennaToday)
  const [isMissing, setMissing] = useState(false)
  const choices = useRef<HTMLDivElement>(null)
  const choose = (slot: Slot, on: Day) => {
    setMissing(false)
    onSlot(slot, on)
  }
  const goOn = () => {
    if (slot) return onNext(slot)
    setMissing(true)
    focusFirstChoice(choices.current)
  }
  return (
    <>
      <div className={styles.controls}>
        <NextFree {...choice} onSlot={choose} today={today} silent={view === 'list'} />
        <ToggleSegment label="Ansicht" options={VIEWS} value={view} onChange={onView} />
      </div>
      <div ref={choices}>
        {view === 'calendar' ? (
          <CalendarView {...choice} onSlot={choose} day={day} onDay={onDay} today={today} />
        ) : (
          <ListView {...choice} onSlot={choose} from={listFrom ?? today} today={today} />
        )}
      </div>
      {children}
      <ActionBar
        problem={isMissing && NO_TIME}
        icon={icon}
        chosen={chosen}
        onBack={onBack}
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

/** Moves the focus to the first free time, or to the first free day while no times are shown. */
function focusFirstChoice(choices: HTMLElement | null): void {
  const [time] = choices?.querySelectorAll<HTMLElement>(`.${styles.time}`) ?? []
  const [day] = choices?.querySelectorAll<HTMLElement>('[data-free]') ?? []
  focusInMiddle(time ?? day)
}
