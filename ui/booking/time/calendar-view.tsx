import { useMemo, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import type { Slot } from '../wizard.ts'
import { closureText, isClosed } from './closures.ts'
import { DayTimes } from './day-times.tsx'
import { MonthPicker } from './month-picker.tsx'
import styles from './time.module.css'
import { monthOf, useFreeDays, useMonthClosures } from './use-free-times.ts'

type CalendarViewProps = {
  serviceId: string
  day: Day | undefined
  slot: Slot | undefined
  onDay: (day: Day) => void
  onSlot: (slot: Slot, day: Day) => void
  today: Day
}

/** A month, and the times of the day that was chosen in it. */
export function CalendarView({ serviceId, day, slot, onDay, onSlot, today }: CalendarViewProps) {
  const [month, setMonth] = useState(() => monthOf(day ?? today))
  const [pressed, setPressed] = useState<Day>()
  const days = useFreeDays(serviceId, month, today)
  const closures = useMonthClosures(month, today)
  const free = useMemo(() => freeOf(days.data, days.isError), [days.data, days.isError])
  const nothing = free !== undefined && ![...free.values()].some((count) => count > 0)

  // The day was chosen by the button above the calendar: show its month.
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
          free={free}
          isClosed={(on) => isClosed(closures, on)}
          chosen={day}
          onChoose={(chosen) => {
            setPressed(chosen)
            onDay(chosen)
          }}
          today={today}
        />
        {closures.map((closure) => (
          <p key={closureText(closure)} className="muted small mt-2">
            {closureText(closure)}
          </p>
        ))}
        {days.isError && (
          <div className="mt-4">
            <Banner tone="warning" role="status" title="Die freien Tage konnten nicht geladen werden.">
              <Button kind="link" onClick={() => void days.refetch()}>
                Erneut versuchen
              </Button>
            </Banner>
          </div>
        )}
      </div>
      <div className={styles.times}>
        {day && monthOf(day) === month ? (
          <DayTimes
            key={day}
            serviceId={serviceId}
            day={day}
            chosen={slot}
            reveal={day === pressed}
            onChoose={(chosen) => onSlot(chosen, day)}
          />
        ) : (
          <p className="muted" role="status">
            {nothing && !days.isError
              ? 'In diesem Monat ist nichts frei. Bitte wählen Sie einen anderen Monat.'
              : 'Bitte einen Tag im aktuellen Monat wählen.'}
          </p>
        )}
      </div>
    </div>
  )
}

/** Free times of each day; a summary that failed to load counts as a month without any. */
function freeOf(days: readonly { date: Day; available_count: number }[] | undefined, failed: boolean) {
  if (days === undefined) return failed ? new Map<Day, number>() : undefined
  return new Map(days.map(({ date, available_count }) => [date, available_count]))
}
