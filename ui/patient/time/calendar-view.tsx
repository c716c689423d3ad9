import { useMemo, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import type { Slot, Wanted } from '../../api/free-times.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { closureText, isClosed } from './closures.ts'
import { DayTimes } from './day-times.tsx'
import { MonthPicker } from './month-picker.tsx'
import styles from './time.module.css'
import { hasFailed, monthOf, useFreeDays, useMonthClosures, useNextFree } from './use-free-times.ts'

type CalendarViewProps = {
  wanted: Wanted
  day: Day | undefined
  slot: Slot | undefined
  onDay: (day: Day) => void
  onSlot: (slot: Slot, day: Day) => void
  today: Day
}

/** Shows the days of a month and the free times of the chosen day. */
export function CalendarView({ wanted, day, slot, onDay, onSlot, today }: CalendarViewProps) {
  const next = useNextFree(wanted, today)
  const [turnedTo, setMonth] = useState(day && monthOf(day))
  const month = turnedTo ?? monthOf(next.data?.day ?? today)
  const isOpening = turnedTo === undefined && next.data === undefined && !hasFailed(next)
  const [pressed, setPressed] = useState<Day>()
  const days = useFreeDays(wanted, month, today)
  const failed = hasFailed(days)
  const closures = useMonthClosures(month, today)
  const free = useMemo(
    () => days.data && new Map(days.data.map(({ date, available_count }) => [date, available_count])),
    [days.data],
  )
  const nothing = free !== undefined && ![...free.values()].some((count) => count > 0)

  // The button "Nächster freier Termin" may choose a day of another month, which is then shown.
  const [shownDay, setShownDay] = useState(day)
  if (day !== shownDay) {
    setShownDay(day)
    if (day) setMonth(monthOf(day))
  }

  return (
    <div className={styles.calendar}>
      <div>
        <MonthPicker
          month={month}
          onMonth={setMonth}
          free={isOpening ? undefined : free}
          isClosed={(on) => isClosed(closures, on)}
          chosen={day}
          onChoose={(chosen) => {
            setPressed(chosen)
            onDay(chosen)
          }}
          today={today}
          failure={
            failed && (
              <Banner tone="danger" role="alert" title="Die freien Tage konnten nicht geladen werden.">
                <Button
                  kind="link"
                  busy={days.isFetching}
                  busyText="Aktualisieren …"
                  onClick={() => void days.refetch()}
                >
                  Neu laden
                </Button>
              </Banner>
            )
          }
        />
        {closures.map((closure) => (
          <p key={closure.from} className="muted small mt-2">
            {closureText(closure, today)}
          </p>
        ))}
      </div>
      <div className={styles.times} hidden={failed}>
        {day && monthOf(day) === month ? (
          <DayTimes
            key={day}
            wanted={wanted}
            day={day}
            chosen={slot}
            reveal={day === pressed}
            onChoose={(chosen) => onSlot(chosen, day)}
          />
        ) : (
          <p className="muted" role="status">
            {nothing && !isOpening
              ? 'In diesem Monat ist nichts frei. Bitte wählen Sie einen anderen Monat.'
              : 'Bitte einen Tag im aktuellen Monat wählen.'}
          </p>
        )}
      </div>
    </div>
  )
}
