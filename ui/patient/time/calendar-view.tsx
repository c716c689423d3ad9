import { useCallback, useMemo, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import type { Slot, WantedTimes } from '../../api/free-times.ts'
import { StatusText } from '../../components/announced.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { closureText } from './closures.ts'
import { DayTimes } from './day-times.tsx'
import { MonthPicker } from './month-picker.tsx'
import { isShown, shownDays } from './shown-days.ts'
import styles from './time.module.css'
import { hasFailed, useClosuresOfMonth, useFreeDays } from './use-free-times.ts'
import { useMonth } from './use-month.ts'

type CalendarViewProps = {
  wanted: WantedTimes
  day: Day | undefined
  slot: Slot | undefined
  onDay: (day: Day) => void
  onSlot: (slot: Slot, day: Day) => void
  today: Day
}

/** Shows the days of a month and the free times of the chosen day. */
export function CalendarView({ wanted, day, slot, onDay, onSlot, today }: CalendarViewProps) {
  const { month, isOpening, turnTo } = useMonth({ wanted, day, today })
  const shown = useMemo(() => shownDays(month, today), [month, today])
  const [pressedDay, setPressedDay] = useState<Day>()
  const latestOnDayRef = useRef(onDay)
  latestOnDayRef.current = onDay
  // The function stays the same, because the picker renders again whenever a prop changes.
  const chooseDay = useCallback((chosen: Day) => {
    setPressedDay(chosen)
    latestOnDayRef.current(chosen)
  }, [])
  const turnMonth = useCallback(
    (newMonth: Day) => {
      // Back in the month of the chosen day, the page must not scroll to its times again.
      setPressedDay(undefined)
      turnTo(newMonth)
    },
    [turnTo],
  )
  const daysQuery = useFreeDays(wanted, month, today)
  const haveDaysFailed = hasFailed(daysQuery)
  const closures = useClosuresOfMonth(month, today)
  const freeCounts = useMemo(
    () =>
      daysQuery.data && new Map(daysQuery.data.map(({ date, available_count }) => [date, available_count])),
    [daysQuery.data],
  )
  const isNothingFree = freeCounts !== undefined && [...freeCounts.values()].every((count) => count < 1)

  return (
    <div className={styles.calendar}>
      <div>
        <MonthPicker
          shown={shown}
          onMonth={turnMonth}
          freeCounts={isOpening ? undefined : freeCounts}
          closures={closures}
          chosen={day}
          onChoose={chooseDay}
          today={today}
          failure={haveDaysFailed && <DaysFailure query={daysQuery} />}
        />
        {closures.map((closure) => (
          <p key={closure.from} className="muted small mt-2">
            {closureText(closure, today)}
          </p>
        ))}
      </div>
      <div className={styles.times} hidden={haveDaysFailed}>
        {day && isShown(shown, day) ? (
          <DayTimes
            key={day}
            wanted={wanted}
            day={day}
            chosen={slot}
            reveal={day === pressedDay}
            onChoose={(chosen) => onSlot(chosen, day)}
          />
        ) : (
          <NoDayChosen isNothingFree={isNothingFree && !isOpening} />
        )}
      </div>
    </div>
  )
}

/** Asks for a day, or says that the month has none. Only that is announced. */
function NoDayChosen({ isNothingFree }: { isNothingFree: boolean }) {
  if (!isNothingFree) return <p className="muted">Bitte einen Tag im aktuellen Monat wählen.</p>
  return (
    <StatusText className="muted">
      In diesem Monat ist nichts frei. Bitte wählen Sie einen anderen Monat.
    </StatusText>
  )
}

type DaysFailureProps = { query: { isFetching: boolean; refetch: () => unknown } }

/** Says that the free days could not be loaded, with a button that loads them again. */
function DaysFailure({ query }: DaysFailureProps) {
  return (
    <Banner tone="danger" role="alert" title="Die freien Tage konnten nicht geladen werden.">
      <Button
        kind="link"
        busy={query.isFetching}
        busyText="Aktualisieren …"
        onClick={() => void query.refetch()}
      >
        Neu laden
      </Button>
    </Banner>
  )
}
