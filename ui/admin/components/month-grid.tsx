import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, type Day, dayNumber, weekdayOf } from '../../../src/shared/day.ts'
import { dayOfMonth, fullDay, monthYear, shortWeekday } from '../../../src/shared/format.ts'
import { IconButton } from '../../components/button.tsx'
import styles from './month-grid.module.css'
import { monthPart, shiftMonth, weeksOf } from './month-sheet.ts'

/** The facts of a day that its cell shows. */
export type DayFacts = {
  /** Part of the accessible name: `9 Termine`. */
  words: string
  /** The number of appointments, which a phone shows instead of the words. */
  count: number
  /** How full the day is, from 0 to 1; undefined on a day without working hours. */
  load: number | undefined
  isClosed: boolean
}

type MonthGridProps = {
  chosen: Day | undefined
  today: Day
  /** Earlier days cannot be chosen. */
  min?: Day | undefined
  /** A day of the month to show. Without it the grid keeps the month as its own state. */
  month?: Day
  factsOf?: (day: Day) => DayFacts | undefined
  /** True for large cells that show the words of each day. */
  large?: boolean
  /** Called with a day of the new month when the month changes. */
  onTurn?: (day: Day) => void
  onChoose: (day: Day) => void
}

/** How many days each key moves. */
const DAY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** How many months each key moves. */
const MONTH_STEPS: Readonly<Record<string, -1 | 1>> = { PageUp: -1, PageDown: 1 }

/**
 * A month, Monday to Sunday, to choose a day from. Arrow keys move by day, Page Up and Page Down by month,
 * and only one day is in the tab order (WAI-ARIA, grid).
 */
export function MonthGrid({
  chosen,
  today,
  min,
  month,
  factsOf,
  large = false,
  onTurn,
  onChoose,
}: MonthGridProps) {
  /** The day that the keys have moved to. */
  const [cursor, setCursor] = useState(month ?? chosen ?? today)
  const grid = useRef<HTMLTableElement>(null)
  /** True after a key press, when the focus has to follow the cursor. */
  const isMovedByKey = useRef(false)
  /** The one day in the tab order. Its month is shown. */
  const tabStop = month !== undefined && monthPart(month) !== monthPart(cursor) ? month : cursor
  // Runs after every render, because only the render puts the new day into the tab order.
  useEffect(() => {
    if (isMovedByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMovedByKey.current = false
  })
  const goTo = (day: Day) => {
    if (monthPart(day) !== monthPart(tabStop)) onTurn?.(day)
    setCursor(day)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (ctrlKey || altKey || metaKey) return
    const day = dayAfterKey(tabStop, key)
    if (day === undefined) return
    event.preventDefault()
    event.stopPropagation()
    isMovedByKey.current = true
    goTo(day)
  }
  return (
    <div className={large ? styles.large : undefined}>
      {!large && (
        <div className={styles.head}>
          <IconButton
            label="Voriger Monat"
            icon={<ChevronLeft />}
            onClick={() => goTo(shiftMonth(tabStop, -1))}
          />
          <b aria-live="polite">{monthYear(tabStop)}</b>
          <IconButton
            label="Nächster Monat"
            icon={<ChevronRight />}
            onClick={() => goTo(shiftMonth(tabStop, 1))}
          />
        </div>
      )}
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one cell of it is a stop for Tab
        role="grid"
        className={`num small ${styles.grid}`}
        aria-label={monthYear(tabStop)}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {(weeksOf(tabStop)[0] ?? []).map((day) => (
              <th key={weekdayOf(dayNumber(day))} scope="col" className="muted tiny">
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(tabStop).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <DayCell
                    day={day}
                    isTabStop={day === tabStop}
                    isChosen={day === chosen}
                    isToday={day === today}
                    isOtherMonth={monthPart(day) !== monthPart(tabStop)}
                    isDisabled={min !== undefined && day < min}
                    facts={factsOf?.(day)}
                    showsFacts={large}
                    onChoose={() => onChoose(day)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the day that a key moves to; undefined for any other key. */
function dayAfterKey(day: Day, key: string): Day | undefined {
  const [days, months] = [DAY_STEPS[key], MONTH_STEPS[key]]
  if (days !== undefined) return addDays(day, days)
  return months === undefined ? undefined : shiftMonth(day, months)
}

/** The facts of a day in words, and the number that a phone shows instead for lack of space. */
function Facts({ facts }: { facts: DayFacts }) {
  return (
    <>
      <span className={`muted tiny ${styles.words}`}>{facts.words}</span>
      {facts.count > 0 && <b className={styles.count}>{facts.count}</b>}
    </>
  )
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
function DayCell(props: DayCellProps) {
  const { day, facts, showsFacts, isTabStop, isChosen, isToday, isOtherMonth, isDisabled, onChoose } = props
  const words = [fullDay(day), ...(isToday ? ['heute'] : []), ...(facts?.words ? [facts.words] : [])]
  return (
    <button
      type="button"
      className={styles.day}
      tabIndex={isTabStop ? 0 : -1}
      data-autofocus={isTabStop || undefined}
      data-other={isOtherMonth || undefined}
      data-closed={facts?.isClosed || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isChosen}
      aria-disabled={isDisabled || undefined}
      aria-label={words.join(', ')}
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
