import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type Day, dayNumber, weekdayOf } from '../../../src/shared/day.ts'
import { monthYear, shortWeekday } from '../../../src/shared/format.ts'
import { IconButton } from '../../components/button.tsx'
import { DayCell, type DayFacts } from './day-cell.tsx'
import styles from './month-grid.module.css'
import { monthPart, weeksOf } from './month-sheet.ts'
import { useDayCursor } from './use-day-cursor.ts'

type MonthGridProps = {
  chosen: Day | undefined
  today: Day
  /** Earlier days cannot be chosen. */
  min?: Day | undefined
  /** A day of the month to show. Without it the grid keeps the month as its own state. */
  month?: Day
  factsOf?: (day: Day) => DayFacts | undefined
  /** True for large cells that show the facts of each day. */
  large?: boolean
  /** Called with a day of the new month when the month changes. */
  onTurn?: (day: Day) => void
  onChoose: (day: Day) => void
}

/** A month, Monday to Sunday, to choose a day from. Only one day is in the tab order. */
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
  const start = month ?? chosen ?? today
  const { gridRef, tabStop, turnMonth, onKeyDown } = useDayCursor({ start, month, onTurn })
  const weeks = weeksOf(tabStop)
  return (
    <div className={large ? styles.large : undefined}>
      {!large && <MonthHead day={tabStop} onTurn={turnMonth} />}
      <table
        ref={gridRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one cell of it is a stop for Tab
        role="grid"
        className={`num small ${styles.grid}`}
        aria-label={monthYear(tabStop)}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={weekdayOf(dayNumber(day))} scope="col" className="muted tiny">
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
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

type MonthHeadProps = { day: Day; onTurn: (by: -1 | 1) => void }

/** The name of the month, between the buttons that turn to another one. */
function MonthHead({ day, onTurn }: MonthHeadProps) {
  return (
    <div className={styles.head}>
      <IconButton label="Voriger Monat" icon={<ChevronLeft />} onClick={() => onTurn(-1)} />
      <b aria-live="polite">{monthYear(day)}</b>
      <IconButton label="Nächster Monat" icon={<ChevronRight />} onClick={() => onTurn(1)} />
    </div>
  )
}
