import type { CSSProperties } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { dayOfMonth, fullDay } from '../../../src/shared/format.ts'
import styles from './month-grid.module.css'

/** The facts of a day that its cell shows. */
export type DayFacts = {
  /** The facts in words, also part of the accessible name: `9 Termine`. */
  text: string
  /** The number of appointments, which a phone shows instead of the text. */
  count: number
  /** The booked share of the working time, which can be more than 1; undefined on a day without any. */
  load: number | undefined
  /** True for a day without working time. */
  isClosed: boolean
}

type DayCellProps = {
  day: Day
  /** True for the one day in the tab order. */
  isTabStop: boolean
  isChosen: boolean
  isToday: boolean
  /** True for a day of the month before or after. */
  isOtherMonth: boolean
  isDisabled: boolean
  facts: DayFacts | undefined
  /** True for a cell with enough space for its facts; otherwise they are only part of its accessible name. */
  showsFacts: boolean
  onChoose: () => void
}

/** A day as a button, with a bar that shows how full the day is. */
export function DayCell(props: DayCellProps) {
  const { day, facts, showsFacts, isTabStop, isChosen, isToday, isOtherMonth, isDisabled, onChoose } = props
  const accessibleName = [fullDay(day), isToday && 'heute', facts?.text].filter(Boolean).join(', ')
  return (
    <button
      type="button"
      className={styles.day}
      tabIndex={isTabStop ? 0 : -1}
      data-autofocus={isTabStop || undefined}
      data-other-month={isOtherMonth || undefined}
      data-closed={facts?.isClosed || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isChosen}
      // The attribute `disabled` would stop the arrow keys at such a day, because it cannot have the focus.
      aria-disabled={isDisabled || undefined}
      aria-label={accessibleName}
      onClick={() => !isDisabled && onChoose()}
    >
      {dayOfMonth(day)}
      {showsFacts && facts && <Facts facts={facts} />}
      {facts?.load !== undefined && (
        <i className={styles.load} style={{ '--load': Math.min(1, facts.load) } as CSSProperties} />
      )}
    </button>
  )
}

/** The facts of a day in words, and the number that a phone shows instead for lack of space. */
function Facts({ facts }: { facts: DayFacts }) {
  return (
    <>
      <span className={`muted tiny ${styles.text}`}>{facts.text}</span>
      {facts.count > 0 && <b className={styles.count}>{facts.count}</b>}
    </>
  )
}
