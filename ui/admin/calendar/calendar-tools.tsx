import { Ban, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button, IconButton, LinkButton } from '../../components/button.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceFilter } from '../resources/resource-filter.tsx'
import styles from './calendar-tools.module.css'
import { DateButton } from './date-button.tsx'
import { DisplayOptions } from './display-options.tsx'
import { type Period, shiftPeriod } from './periods.ts'
import { MonthCount, PeriodCount } from './shown-count.tsx'
import { TodayButtons } from './today-buttons.tsx'
import { useShownDay } from './use-calendar.ts'
import { useIsWide } from './use-is-wide.ts'
import { useShownResourceId } from './use-shown-resource-id.ts'

const TURN_LABELS = {
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
  const [, changeParams] = useSearchState('date', 'block', 'who')
  const resourceId = useShownResourceId(period)
  const isWide = useIsWide()
  const day = useShownDay(period)
  const showDay = (date: Day) => changeParams({ date })
  return (
    <>
      <TurnButtons period={period} day={day} onDay={showDay} />
      <div className={styles.date}>
        <DateButton period={period} day={day} onDay={showDay} />
        {period === 'month' ? <MonthCount day={day} /> : <PeriodCount period={period} day={day} />}
      </div>
      <div className={`row gap-2 push no-print ${styles.actions}`}>
        <div className={styles.resource}>
          {/* In a narrow window a day is a list, which can only show one doctor or room. */}
          <ResourceFilter offersAll={period !== 'day' || isWide} />
        </div>
        {period === 'day' && day === viennaToday() && <TodayButtons />}
        <IconButton
          label="Zeit sperren"
          title="Zeit sperren"
          icon={<Ban />}
          // The address opens the form, which "back" closes.
          onClick={() => changeParams({ block: day, who: resourceId ?? '' }, { push: true })}
        />
        {period === 'day' && <PrintLink day={day} resourceId={resourceId} />}
        {period !== 'month' && <DisplayOptions />}
        {children}
      </div>
    </>
  )
}

/** The link to the printed list of a day, of one doctor or room or of all. */
function PrintLink({ day, resourceId }: { day: Day; resourceId: string | undefined }) {
  const { choices } = useResourceChoice()
  return (
    <LinkButton
      kind="quiet"
      to={`/admin/bookings/print?date=${day}${choiceInLink(resourceId, choices)}`}
      aria-label="Tagesliste"
      title="Tagesliste"
    >
      <Printer />
    </LinkButton>
  )
}

type TurnButtonsProps = { period: Period; day: Day; onDay: (day: Day) => void }

/** The buttons that lead to today, and to the month, week or day before and after the shown one. */
function TurnButtons({ period, day, onDay }: TurnButtonsProps) {
  const labels = TURN_LABELS[period]
  return (
    <div className={`row gap-2 no-print ${styles.turn}`}>
      <Button size="small" aria-keyshortcuts="T" onClick={() => onDay(viennaToday())}>
        Heute
      </Button>
      <IconButton
        label={labels.previous}
        icon={<ChevronLeft />}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => onDay(shiftPeriod(period, day, -1))}
      />
      <IconButton
        label={labels.next}
        icon={<ChevronRight />}
        aria-keyshortcuts="ArrowRight"
        onClick={() => onDay(shiftPeriod(period, day, 1))}
      />
    </div>
  )
}
