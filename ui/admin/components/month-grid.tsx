import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { addDays, type Day, dayNumber, weekdayOf } from '../../../src/shared/day.ts'
import { dayOfMonth, fullDay, monthYear, shortWeekday } from '../../../src/shared/format.ts'
import { IconButton } from '../../components/button.tsx'
import styles from './month-grid.module.css'
import { inNextMonth, monthPart, weeksOf } from './month-sheet.ts'

/** The facts of a day that its cell shows. */
export type DayFacts = {
  /** Part of the accessible name: `9 Termine`. */
  words: string
  /** The number of appointments, which a phone shows in place of the words. */
  count: number
  /** 0 to 1, or undefined on a day without working hours. */
  load: number | undefined
  isClosed: boolean
}

type MonthGridProps = {
  chosen: Day | undefined
  today: Day
  /** Earlier days cannot be chosen. */
  min?: Day | undefined
  /** The month that is shown, as one of its days. Without it the grid turns the months by itself. */
  month?: Day
  factsOf?: (day: Day) => DayFacts | undefined
  /** True for large cells that show the words of each day. */
  large?: boolean
  /** Called when another month is shown, with one of its days. */
  onTurn?: (day: Day) => void
  onChoose: (day: Day) => void
}

/** Days by which a key goes. */
const DAY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** Months by which a key goes. */
const MONTH_STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }

/**
 * A month from Monday to Sunday, in which a day is chosen. Arrow keys go from day to day, Page Up and Page
 * Down from month to month; only one day is a stop for Tab (WAI-ARIA, grid).
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
  const [cursor, setCursor] = useState(month ?? chosen ?? today)
  const grid = useRef<HTMLTableElement>(null)
  /** True after a key, with which the focus goes to the new day. */
  const isMovedByKey = useRef(false)
  const shown = month !== undefined && monthPart(month) !== monthPart(cursor) ? month : cursor
  useEffect(() => {
    if (isMovedByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMovedByKey.current = false
  })
  const go = (day: Day) => {
    if (monthPart(day) !== monthPart(shown)) onTurn?.(day)
    setCursor(day)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (ctrlKey || altKey || metaKey) return
    const [days, months] = [DAY_STEPS[key], MONTH_STEPS[key]]
    if (days === undefined && months === undefined) return
    event.preventDefault()
    event.stopPropagation()
    isMovedByKey.current = true
    go(days === undefined ? inNextMonth(shown, months ?? 0) : addDays(shown, days))
  }
  const turn = (by: number) => go(inNextMonth(shown, by))
  return (
    <div className={large ? styles.large : undefined}>
      {!large && (
        <div className={styles.head}>
          <IconButton label="Voriger Monat" icon={<ChevronLeft />} onClick={() => turn(-1)} />
          <b aria-live="polite">{monthYear(shown)}</b>
          <IconButton label="Nächster Monat" icon={<ChevronRight />} onClick={() => turn(1)} />
        </div>
      )}
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one cell of it is a stop for Tab
        role="grid"
        className={`num small ${styles.grid}`}
        aria-label={monthYear(shown)}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {(weeksOf(shown)[0] ?? []).map((day) => (
              <th key={weekdayOf(dayNumber(day))} scope="col" className="muted tiny">
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(shown).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <DayCell
                    day={day}
                    isStop={day === shown}
                    isChosen={day === chosen}
                    isToday={day === today}
                    isOther={monthPart(day) !== monthPart(shown)}
                    isDisabled={min !== undefined && day < min}
                    facts={factsOf?.(day)}
                    onChoose={() => onChoose(day)}
                  >
                    {large && <Facts facts={factsOf?.(day)} />}
                  </DayCell>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A phone has no room for the words. */
function Facts({ facts }: { facts: DayFacts | undefined }) {
  if (facts === undefined) return null
  return (
    <>
      <span className={`muted tiny ${styles.words}`}>{facts.words}</span>
      {facts.count > 0 && <b className={styles.count}>{facts.count}</b>}
    </>
  )
}

type DayCellProps = {
  day: Day
  /** True for the one day at which Tab stops. */
  isStop: boolean
  isChosen: boolean
  isToday: boolean
  /** True for a day of the month before or after. */
  isOther: boolean
  isDisabled: boolean
  facts: DayFacts | undefined
  onChoose: () => void
  children: ReactNode
}

function DayCell(props: DayCellProps) {
  const { day, facts, isStop, isChosen, isToday, isOther, isDisabled, onChoose, children } = props
  const words = [fullDay(day), ...(isToday ? ['heute'] : []), ...(facts?.words ? [facts.words] : [])]
  return (
    <button
      type="button"
      className={styles.day}
      tabIndex={isStop ? 0 : -1}
      data-autofocus={isStop || undefined}
      data-other={isOther || undefined}
      data-closed={facts?.isClosed || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isChosen}
      aria-disabled={isDisabled || undefined}
      aria-label={words.join(', ')}
      onClick={() => !isDisabled && onChoose()}
    >
      {dayOfMonth(day)}
      {children}
      {facts?.load !== undefined && (
        <i className={styles.load} style={{ '--load': Math.min(1, facts.load) } as CSSProperties} />
      )}
    </button>
  )
}
