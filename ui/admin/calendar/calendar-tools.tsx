import { Ban, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button, IconButton, LinkButton } from '../../components/button.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import { calendarOf } from './board-columns.ts'
import styles from './calendar-tools.module.css'
import { DateButton } from './date-button.tsx'
import { DisplayOptions } from './display-options.tsx'
import { LateDialog } from './late-dialog.tsx'
import { OffToday } from './off-today.tsx'
import { useCalendar, useShownDay } from './use-calendar.ts'
import { useLoad } from './use-load.ts'
import { useIsWide, useShownResource } from './use-shown-resource.ts'
import { appointmentsText, countText, type Period, shiftPeriod, weekNumber } from './weeks.ts'

const LABELS = {
  month: { previous: 'Voriger Monat', next: 'Nächster Monat' },
  week: { previous: 'Vorige Woche', next: 'Nächste Woche' },
  day: { previous: 'Voriger Tag', next: 'Nächster Tag' },
} as const

/** The tools above the calendar, in one row where a window has room for it. */
export function CalendarTools({ period, children }: { period: Period; children: ReactNode }) {
  const [, change] = useSearchState('date', 'block', 'who')
  const resource = useShownResource(period)
  const { choices } = useResourceChoice()
  const isWide = useIsWide()
  const day = useShownDay(period)
  const today = viennaToday()
  const goTo = (date: string) => change({ date })
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
          onClick={() => change({ block: day, who: resource ?? '' }, { push: true })}
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

function MonthCount({ day }: { day: Day }) {
  const { data } = useLoad(day)
  const counts = data?.map(({ date, count }) => (date.slice(0, 7) === day.slice(0, 7) ? count : 0))
  return (
    <p className="muted tiny">
      {counts ? appointmentsText(counts.reduce((sum, count) => sum + count, 0)) : '\u00a0'}
    </p>
  )
}

/** The buttons that concern all appointments of today at once. */
function TodayButtons() {
  const [opened, setOpened] = useState<'late' | 'off'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <Button size="small" aria-label="Verspätung ansagen" onClick={() => setOpened('late')}>
        Verspätung
      </Button>
      <Button size="small" onClick={() => setOpened('off')}>
        Heute fällt aus
      </Button>
      {opened === 'late' && <LateDialog onClose={close} />}
      {opened === 'off' && <OffToday onClose={close} />}
    </>
  )
}
