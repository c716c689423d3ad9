import { memo, type ReactNode, useMemo, useRef } from 'react'
import { type ClassNames, DayPicker } from 'react-day-picker'
import type { Day } from '../../../src/shared/day.ts'
import { CALENDAR_MONTHS_AHEAD } from '../../../src/shared/free-times.ts'
import type { Closure } from '../../api/free-times.ts'
import { addMonths } from './add-months.ts'
import { isClosedOn } from './closures.ts'
import { AmountDots, amountOfTimes } from './day-amounts.tsx'
import { CaptionLabel, DayButton, DayCell, Nav } from './picker-components.tsx'
import { dateOf, dayOf, isOutsideMonth } from './picker-dates.ts'
import { rangeProps } from './picker-range.ts'
import { isShown, type ShownDays } from './shown-days.ts'
import styles from './time.module.css'

/** The classes for the elements that DayPicker makes itself. */
const CLASS_NAMES = {
  month: styles.month,
  nav: styles.nav,
  month_grid: styles.days,
  weekday: `faint tiny medium ${styles.weekday}`,
  day: styles.cell,
  day_button: styles.day,
} as Partial<ClassNames>

/** The components that replace those of DayPicker. */
const COMPONENTS = { CaptionLabel, Nav, Day: DayCell, DayButton }
/**
 * The calendar of a month whose days could not be loaded: only the heading and the buttons for the months.
 */
const WITHOUT_DAYS = { ...COMPONENTS, MonthGrid: () => <></> }

type MonthPickerProps = {
  shown: ShownDays
  onMonth: (month: Day) => void
  /** Number of free times on each shown day, or undefined while they are loading. */
  freeCounts: ReadonlyMap<Day, number> | undefined
  closures: readonly Closure[]
  chosen: Day | undefined
  onChoose: (day: Day) => void
  today: Day
  /** Replaces the days when they could not be loaded. */
  failure?: ReactNode
}

/**
 * Shows a month with Monday first, in which the days with free times are buttons. It is rendered again only
 * with other props, because its days take a phone 60 ms.
 */
export const MonthPicker = memo(function MonthPicker({
  shown,
  onMonth,
  freeCounts,
  closures,
  chosen,
  onChoose,
  today,
  failure,
}: MonthPickerProps) {
  const freeTimesOn = (date: Date) => freeCounts?.get(dayOf(date)) ?? 0
  const latestShownRef = useRef(shown)
  latestShownRef.current = shown
  const range = useMemo(() => rangeProps(shown, latestShownRef), [shown])
  return (
    <div className={styles.picker} aria-busy={freeCounts === undefined && !failure}>
      <DayPicker
        mode="single"
        // Without `required`, a second press on the chosen day would undo the choice.
        required
        navLayout="after"
        lang="de-AT"
        weekStartsOn={1}
        showOutsideDays
        today={dateOf(today)}
        month={dateOf(shown.month)}
        onMonthChange={(date) => onMonth(dayOf(date))}
        startMonth={dateOf(today)}
        endMonth={dateOf(addMonths(today, CALENDAR_MONTHS_AHEAD))}
        selected={chosen === undefined ? undefined : dateOf(chosen)}
        onSelect={(date) => onChoose(dayOf(date))}
        // Days of other months stay enabled, because disabled ones would stop the arrow keys at the month's
        // edge.
        disabled={(date) => !isOutsideMonth(shown, date) && freeTimesOn(date) < 1}
        modifiers={{
          few: (date) => amountOfTimes(freeTimesOn(date)) === 'few',
          some: (date) => amountOfTimes(freeTimesOn(date)) === 'some',
          many: (date) => amountOfTimes(freeTimesOn(date)) === 'many',
          closed: (date) => isClosedOn(closures, dayOf(date)),
          past: (date) => dayOf(date) < today,
          beginsMonth: (date) =>
            date.getDate() === 1 && isShown(shown, dayOf(date)) && dayOf(date) > shown.month,
          loading: () => freeCounts === undefined,
        }}
        {...range}
        components={failure ? WITHOUT_DAYS : COMPONENTS}
        classNames={CLASS_NAMES}
      />
      {failure || <Legend />}
    </div>
  )
})

/** Explains the dots. Screen readers hear the amount with each day instead. */
function Legend() {
  return (
    <p className={`row muted tiny mt-2 ${styles.legend}`} aria-hidden="true">
      <span className="with-icon">
        <AmountDots amount="few" /> wenige
      </span>
      <span className="with-icon">
        <AmountDots amount="some" /> einige
      </span>
      <span className="with-icon">
        <AmountDots amount="many" /> viele Zeiten frei
      </span>
    </p>
  )
}
