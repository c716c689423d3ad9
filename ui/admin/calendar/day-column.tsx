import { type CSSProperties, useId } from 'react'
import { wallTime } from '../../../src/shared/day.ts'
import { dayOfMonth, longDay, shortWeekday } from '../../../src/shared/format.ts'
import { type BoardColumn, isDivided } from './board-columns.ts'
import type { BoardItem } from './board-items.ts'
import type { ItemPlace } from './day-layout.ts'
import { TimeColumn, type TimeColumnProps } from './time-column.tsx'
import type { WallSpan } from './wall-span.ts'
import styles from './week-board.module.css'

type DayColumnProps = Omit<TimeColumnProps, 'date' | 'part'> & {
  column: BoardColumn
  /** True for a day without working hours and entries, whose text is written sideways. */
  isNarrow: boolean
  /** The hours that are visible without scrolling. */
  main: WallSpan
  /** Scrolls to the entries before or after the main hours. */
  onScroll: (to: 'earlier' | 'later') => void
}

/**
 * Shows one day, or one doctor or room on a day, with the appointments, the free time and the appointment
 * that is dragged over it. A day with parts has one for each doctor or room.
 */
export function DayColumn({ column, isNarrow, main, onScroll, ...timeColumnProps }: DayColumnProps) {
  const id = useId()
  const { date, resource, parts } = column
  const [whole] = parts
  const isToday = date === timeColumnProps.today
  return (
    <section className={styles.day} aria-labelledby={id} data-narrow={isNarrow || undefined}>
      <h3
        id={id}
        className={`muted regular num ${styles.head}`}
        data-today={(isToday && resource === undefined) || undefined}
        data-mark={resource?.colour}
      >
        {resource === undefined ? (
          <>
            <span aria-hidden="true">
              {shortWeekday(date)} <b>{dayOfMonth(date)}</b>
            </span>
            <span className="visually-hidden">
              {longDay(date)}
              {isToday && ', heute'}
            </span>
          </>
        ) : (
          <b className="ellipsis">{resource.name}</b>
        )}
        <Strays placed={parts.flatMap(({ placed }) => placed)} main={main} onScroll={onScroll} />
      </h3>
      {whole !== undefined && !isDivided(column) ? (
        <TimeColumn date={date} part={whole} {...timeColumnProps} />
      ) : (
        <div className={styles.parts} style={{ '--parts': parts.length } as CSSProperties}>
          {parts.map((part) => (
            <DayPart key={part.resource?.id} date={date} part={part} {...timeColumnProps} />
          ))}
        </div>
      )}
    </section>
  )
}

/** One doctor or room within a day, with initials as its head. */
function DayPart(props: TimeColumnProps) {
  const { part, date } = props
  const { name, initials, colour } = part.resource ?? {}
  return (
    <section className={styles.part} aria-label={`${name}, ${longDay(date)}`} data-mark={colour}>
      <h4 className={`tiny semibold ${styles.partHead}`} title={name} data-mark={colour}>
        <span aria-hidden="true">{initials}</span>
        <span className="visually-hidden">{name}</span>
      </h4>
      <TimeColumn {...props} />
    </section>
  )
}

type StraysProps = Pick<DayColumnProps, 'main' | 'onScroll'> & { placed: readonly ItemPlace<BoardItem>[] }

/** Buttons that scroll to the entries outside the main hours. Each shows the time of the farthest entry. */
function Strays({ placed, main, onScroll }: StraysProps) {
  // An entry that continues past midnight begins on the day before, and has its button there.
  const first = placed.find(({ from, to }) => to <= main.from && from > 0)
  const last = placed.findLast(({ from }) => from >= main.to)
  return (
    <>
      {first && (
        <button type="button" className={`tiny ${styles.stray}`} onClick={() => onScroll('earlier')}>
          <span className="visually-hidden">Zeigen: </span>↑ {wallTime(first.from)}
        </button>
      )}
      {last && (
        <button type="button" className={`tiny ${styles.stray}`} onClick={() => onScroll('later')}>
          <span className="visually-hidden">Zeigen: </span>↓ {wallTime(last.from)}
        </button>
      )}
    </>
  )
}
