import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import type { DayButtonProps, DayProps, NavProps } from 'react-day-picker'
import { monthName } from '../../../src/shared/format.ts'
import { IconButton } from '../../components/button.tsx'
import { AmountDots, amountOfDay } from './day-amounts.tsx'
import { dayOf } from './picker-dates.ts'
import styles from './time.module.css'

/** Shows the heading of the calendar. Screen readers announce each new month. */
export function CaptionLabel({ children }: ComponentProps<'span'>) {
  return <h2 aria-live="polite">{children}</h2>
}

/**
 * Shows the buttons for the months. A button that leads no further stays focusable, because a disabled button
 * would lose the focus.
 */
export function Nav({ className, previousMonth, nextMonth, onPreviousClick, onNextClick }: NavProps) {
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
 * Holds the button of a day, which alone says that the day is chosen. If the cell were selected too, Orca
 * would go there when "Nächster freier Termin" is pressed, and read the whole week.
 */
export function DayCell({ day: _day, modifiers: _modifiers, ...rest }: DayProps) {
  return <td {...rest} aria-selected={undefined} />
}

/** The index, among the free days of a week, of the day to which each of these keys leads. */
const WEEK_ENDS: Readonly<Record<string, 0 | -1>> = { Home: 0, End: -1 }

/**
 * Shows the number of a day, with dots or "heute" below it, and the name of a month that begins above it. A
 * day of another month is disabled only here, so that DayPicker still lets the arrow keys pass it.
 */
export function DayButton({ day, modifiers, children, ...rest }: DayButtonProps) {
  const amount = amountOfDay(modifiers)
  return (
    <button
      {...rest}
      ref={modifiers.focused ? takeFocus : undefined}
      disabled={rest.disabled || modifiers.outside}
      onKeyDown={(event) => {
        const weekEnd = WEEK_ENDS[event.key]
        if (weekEnd === undefined) rest.onKeyDown?.(event)
        else focusInWeek(event, weekEnd)
      }}
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
        <AmountDots amount={amount} />
      ) : (
        modifiers.today && <span className={`muted medium ${styles.label}`}>heute</span>
      )}
    </button>
  )
}

/**
 * Focuses the first or last free day of the week. DayPicker itself does not move when Monday or Sunday has no
 * free times.
 */
function focusInWeek(event: KeyboardEvent<HTMLElement>, weekEnd: 0 | -1): void {
  event.preventDefault()
  const free = event.currentTarget.closest('tr')?.querySelectorAll<HTMLElement>('[data-free]') ?? []
  Array.from(free).at(weekEnd)?.focus()
}

/** Focuses the day that DayPicker has reached by keys. */
function takeFocus(button: HTMLButtonElement | null) {
  if (document.activeElement !== button) button?.focus()
}
