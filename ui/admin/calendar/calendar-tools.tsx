import { Ban, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button, IconButton, LinkButton } from '../../components/button.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { appointmentsText, countText } from './appointment-count.ts'
import { calendarOf } from './board-columns.ts'
import styles from './calendar-tools.module.css'
import { CloseTodayDialog } from './close-today-dialog.tsx'
import { DateButton } from './date-button.tsx'
import { DisplayOptions } from './display-options.tsx'
import { LateDialog } from './late-dialog.tsx'
import { type Period, shiftPeriod, weekNumber } from './periods.ts'
import { useCalendar, useShownDay } from './use-calendar.ts'
import { useDayLoads } from './use-day-loads.ts'
import { useIsWide } from './use-is-wide.ts'
import { useShownResource } from './use-shown-resource.ts'

const LABELS = {
  month: { previous: 'Voriger Monat', next: 'Nächster Monat' },
  week: { previous: 'Vorige Woche', next: 'Nächste Woche' },
  day: { previous: 'Voriger Tag', next: 'Nächster Tag' },
} as const

type CalendarToolsProps = {
  period: Period
  /** Buttons of the page, after those of the calendar. */
  children: ReactNode
}

/** The tools above the calendar, in one row if the window is wide enough. */
export function CalendarTools({ period, children }: CalendarToolsProps) {
  const [, changeAddress] = useSearchState('date', 'block', 'who')
  const resource = useShownResource(period)
  const { choices } = useResourceChoice()
  const isWide = useIsWide()
  const day = useShownDay(period)
  const today = viennaToday()
  const goTo = (date: string) => changeAddress({ date })
  return (
    <>
      <div className={`row gap-2 no-print ${styles.turn}`}>
        <Button size="small" aria-keyshortcuts="T" onClick={() => goTo(today)}>
          Heute
        </Button>
        <IconButton
          label={LABELS[period].previous}
          icon={<ChevronLeft />}
          aria-keyshortcuts="ArrowLeft"
          onClick={() => goTo(shiftPeriod(period, day, -1))}
        />
        <IconButton
          label={LABELS[period].next}
          icon={<ChevronRight />}
          aria-keyshortcuts="ArrowRight"
          onClick={() => goTo(shiftPeriod(period, day, 1))}
        />
      </div>
      <div className={styles.date} aria-live="polite">
        <DateButton period={period} day={day} onDay={goTo} />
        {period === 'month' ? <MonthCount day={day} /> : <PeriodCount period={period} day={day} />}
      </div>
      <div className={`row gap-2 push no-print ${styles.actions}`}>
        <div className={styles.who}>
          <ResourceFilter offersAll={period !== 'day' || isWide} />
        </div>
        {period === 'day' && day === today && <TodayButtons />}
        <IconButton
          label="Zeit sperren"
          title="Zeit sperren"
          icon={<Ban />}
          onClick={() => changeAddress({ block: day, who: resource ?? '' }, { push: true })}
        />
        {period === 'day' && (
          <LinkButton
            kind="quiet"
            to={`/admin/bookings/print?date=${day}${choiceInLink(resource, choices)}`}
            aria-label="Tagesliste"
            title="Tagesliste"
          >
            <Printer />
          </LinkButton>
        )}
        {period !== 'month' && <DisplayOptions />}
        {children}
      </div>
    </>
  )
}

/** The number of the week, and the number of appointments on the shown days. */
function PeriodCount({ period, day }: { period: 'week' | 'day'; day: Day }) {
  const { data } = useCalendar(period, day)
  const resource = useShownResource(period)
  const shown = data && resource !== undefined ? calendarOf(data, resource) : data
  return (
    <p className="muted tiny">
      Kalenderwoche {weekNumber(day)}
      {shown && `, ${countText(shown.bookings.map(({ status }) => status))}`}
    </p>
  )
}

/** The number of appointments in the month, without those of adjacent months on its sheet. */
function MonthCount({ day }: { day: Day }) {
  const { data } = useDayLoads(day)
  const month = day.slice(0, 7)
  const counts = data?.filter(({ date }) => date.startsWith(month)).map(({ count }) => count)
  return (
    <p className="muted tiny">
      {/* A blank keeps the height of the line until the count is loaded. */}
      {counts ? appointmentsText(counts.reduce((sum, count) => sum + count, 0)) : '\u00a0'}
    </p>
  )
}

/** The buttons that concern all appointments of today at once. */
function TodayButtons() {
  const [opened, setOpened] = useState<'late' | 'close'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Button size="small" onClick={() => setOpened('late')}>
        Verspätung ansagen
      </Button>
      <Button size="small" onClick={() => setOpened('close')}>
        Heute absagen
      </Button>
      {opened === 'late' && <LateDialog onClose={close} />}
      {opened === 'close' && <CloseTodayDialog onClose={close} />}
    </>
  )
}
