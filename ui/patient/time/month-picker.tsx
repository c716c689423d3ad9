import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, memo, type ReactNode, type RefObject, useMemo, useRef } from 'react'
import {
  type ClassNames,
  type DayButtonProps,
  DayPicker,
  type DayPickerProps,
  type NavProps,
} from 'react-day-picker'
import type { Day } from '../../../src/shared/day.ts'
import { longDay, longWeekday, monthName, monthYear, shortWeekday } from '../../../src/shared/format.ts'
import type { Closure } from '../../api/free-times.ts'
import { IconButton } from '../../components/button.tsx'
import { addMonths } from './add-months.ts'
import { isClosedOn } from './closures.ts'
import { amountOfDay, amountOfTimes, Dots, stateOf } from './day-amounts.tsx'
import { dateOf, dayOf, isOutside, monthShownFor } from './picker-dates.ts'
import { isShown, lastOfMonth, mondayOf, monthOf, type ShownDays } from './shown-days.ts'
import styles from './time.module.css'

type MonthPickerProps = {
  shown: ShownDays
  onMonth: (month: Day) => void
  /** Number of free times on each shown day, or undefined while they are loading. */
  free: ReadonlyMap<Day, number> | undefined
  closures: readonly Closure[]
  chosen: Day | undefined
  onChoose: (day: Day) => void
  today: Day
  /** Replaces the days when they could not be loaded. */
  failure?: ReactNode
}

/** Number of months that can be turned to. No practice offers appointments further ahead. */
const MONTHS_AHEAD = 24

/**
 * Shows a month with Monday first, in which the days with free times are buttons. It is rendered again only
 * with other props, because its days take a phone 60 ms.
 */
export const MonthPicker = memo(function MonthPicker({
  shown,
  onMonth,
  free,
  closures,
  chosen,
  onChoose,
  today,
  failure,
}: MonthPickerProps) {
  const count = (date: Date) => free?.get(dayOf(date)) ?? 0
  const present = useRef(shown)
  present.current = shown
  const range = useMemo(() => rangeProps(shown, present), [shown])
  return (
    <div className={styles.picker} aria-busy={free === undefined && !failure}>
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
        endMonth={dateOf(addMonths(today, MONTHS_AHEAD))}
        selected={chosen === undefined ? undefined : dateOf(chosen)}
        onSelect={(date) => onChoose(dayOf(date))}
        // Days of other months stay enabled, because disabled ones would stop the arrow keys at the month's
        // edge.
        disabled={(date) => !isOutside(shown, date) && count(date) < 1}
        modifiers={{
          few: (date) => amountOfTimes(count(date)) === 'few',
          some: (date) => amountOfTimes(count(date)) === 'some',
          many: (date) => amountOfTimes(count(date)) === 'many',
          closed: (date) => isClosedOn(closures, dayOf(date)),
          past: (date) => dayOf(date) < today,
          beginsMonth: (date) =>
            date.getDate() === 1 && isShown(shown, dayOf(date)) && dayOf(date) > shown.month,
          loading: () => free === undefined,
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
        <Dots amount="few" /> wenige
      </span>
      <span className="with-icon">
        <Dots amount="some" /> einige
      </span>
      <span className="with-icon">
        <Dots amount="many" /> viele Zeiten frei
      </span>
    </p>
  )
}

/**
 * Returns the rules by which DayPicker shows these days. By itself, DayPicker shows whole months, and takes
 * no day of another month for one of the shown month.
 * @param present the days that are shown by now. An arrow key may turn the page, and DayPicker then compares
 * months by the rules of the page before, by which the reached day would not be found on the new page.
 */
function rangeProps(
  shown: ShownDays,
  present: RefObject<ShownDays>,
): Pick<DayPickerProps, 'dateLib' | 'formatters' | 'labels'> {
  const caption = () => captionOf(shown)
  return {
    dateLib: {
      // DayPicker sets its month once more after the first rendering. The same object avoids a second
      // rendering.
      startOfMonth: (date) => (date.getDate() === 1 ? date : dateOf(monthOf(dayOf(date)))),
      startOfWeek: (date) => dateOf(mondayOf(dayOf(date) === shown.month ? shown.from : dayOf(date))),
      endOfMonth: (date) => dateOf(dayOf(date) === shown.month ? shown.to : lastOfMonth(dayOf(date))),
      isSameMonth: (a, b) => monthShownFor(present.current, a) === monthShownFor(present.current, b),
      // DayPicker asks only for yyyy-MM-dd and yyyy-MM, because `formatters` and `labels` give all other
      // texts.
      format: (date, pattern) => dayOf(date).slice(0, pattern.length),
    },
    formatters: {
      formatCaption: caption,
      formatWeekdayName: (date) => shortWeekday(dayOf(date)),
      formatDay: (date) => String(date.getDate()),
    },
    labels: {
      labelGrid: caption,
      labelPrevious: () => 'Voriger Monat',
      labelNext: () => 'Nächster Monat',
      labelWeekday: (date) => longWeekday(dayOf(date)),
      labelDayButton: (date, modifiers) =>
        [longDay(dayOf(date)), modifiers.today && 'heute', stateOf(modifiers)].filter(Boolean).join(', '),
    },
  }
}

/** Returns `Dezember 2026`, or `November bis Dezember` where days of the next month are shown too. */
function captionOf({ month, to }: ShownDays): string {
  return monthOf(to) === month ? monthYear(month) : `${monthName(month)} bis ${monthName(to)}`
}

const CLASS_NAMES = {
  month: styles.month,
  nav: styles.nav,
  month_grid: styles.days,
  weekday: `faint tiny medium ${styles.weekday}`,
  day: styles.cell,
  day_button: styles.day,
} as Partial<ClassNames>

const COMPONENTS = { CaptionLabel, Nav, DayButton }
/**
 * The calendar of a month whose days could not be loaded: only the heading and the buttons for the months.
 */
const WITHOUT_DAYS = { ...COMPONENTS, MonthGrid: () => <></> }

/** Shows the heading of the calendar. Screen readers announce each new month. */
function CaptionLabel({ children }: ComponentProps<'span'>) {
  return <h2 aria-live="polite">{children}</h2>
}

/**
 * Shows the buttons for the months. A button that leads no further stays focusable, because a disabled button
 * would lose the focus.
 */
function Nav({ className, previousMonth, nextMonth, onPreviousClick, onNextClick }: NavProps) {
  return (
    <div className={className}>
      <IconButton
        label="Voriger Monat"
        icon={<ChevronLeft />}
        aria-disabled={!previousMonth || undefined}
        onClick={onPreviousClick}
      />
      <IconButton
        label="Nächster Monat"
        icon={<ChevronRight />}
        aria-disabled={!nextMonth || undefined}
        onClick={onNextClick}
      />
    </div>
  )
}

/**
 * Shows a day: its number, and below it the dots, "heute", or above it the name of a month that begins. A day
 * of another month is disabled here only, so that DayPicker still lets the arrow keys pass it.
 */
function DayButton({ day, modifiers, children, ...rest }: DayButtonProps) {
  const amount = amountOfDay(modifiers)
  return (
    <button
      {...rest}
      ref={modifiers.focused ? takeFocus : undefined}
      disabled={rest.disabled || modifiers.outside}
      aria-pressed={amount ? Boolean(modifiers.selected) : undefined}
      data-free={amount ? true : undefined}
      data-past={modifiers.past || modifiers.outside || undefined}
      data-today={modifiers.today || undefined}
    >
      {modifiers.beginsMonth && (
        <span className={`muted medium ${styles.label}`}>{monthName(dayOf(day.date)).slice(0, 3)}</span>
      )}
      {children}
      {amount ? (
        <Dots amount={amount} />
      ) : (
        modifiers.today && <span className={`muted medium ${styles.label}`}>heute</span>
      )}
    </button>
  )
}

/** Focuses the day that DayPicker has reached by keys. */
function takeFocus(button: HTMLButtonElement | null) {
  if (document.activeElement !== button) button?.focus()
}
