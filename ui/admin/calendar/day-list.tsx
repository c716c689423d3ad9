import { type Day, type Instant, wallTime } from '../../../src/shared/day.ts'
import { type AppointmentDecision, useDecision } from '../appointment/use-decision.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { AppointmentRow, type AppointmentRowProps } from './appointment-row.tsx'
import { AskedTimeRow } from './asked-time-row.tsx'
import type { Density } from './axis.ts'
import { boardItems } from './board-items.ts'
import { type DayLine, dayLines } from './day-lines.ts'
import styles from './day-list.module.css'
import { GapRow, type GapRowProps } from './gap-row.tsx'
import { OccupiedRow } from './occupied-row.tsx'
import { type Padding, paddingsOf } from './paddings.ts'
import type { Calendar } from './use-calendar.ts'
import { wallMinutesNowOn } from './wall-clock.ts'
import { spanText, workingSpans } from './wall-span.ts'

type DayListProps = Pick<AppointmentRowProps, 'drag' | 'onOpen' | 'onAsk' | 'onEnter'> & {
  calendar: Calendar
  now: Instant
  density: Density
  onBlock: GapRowProps['onBlock']
}

/**
 * A day as rows: appointments with the facts for a telephone call, other items, free time, and the present
 * time.
 */
export function DayList({ calendar, ...rowProps }: DayListProps) {
  const { now, density, drag } = rowProps
  const decision = useDecision()
  // The calendar of the view "day" has one day.
  const [day] = calendar.days
  if (day === undefined) return null
  const { date, closed } = day
  const working = workingSpans(day.working)
  const paddings = paddingsOf(calendar)
  const items = boardItems(calendar, calendar.days)
  const lines = dayLines({ day: date, items, working, paddings, now: wallMinutesNowOn(date, now) })
  return (
    <>
      <OutcomeBanner outcome={decision.outcome} />
      <div className="card">
        {closed !== null && (
          <p className="padded">
            <b>{closed}</b>, geschlossen
          </p>
        )}
        {lines.length === 0 && closed === null && (
          <p className="padded muted">{working.length === 0 ? 'Keine Ordination' : 'Keine Termine'}</p>
        )}
        <ol
          ref={drag.areaRef}
          className={`rows ${styles.list}`}
          data-density={density}
          aria-label="Tagesplan"
        >
          {lines.map((line) => (
            <DayRow
              key={keyOf(line)}
              line={line}
              day={date}
              paddings={paddings}
              decision={decision}
              {...rowProps}
            />
          ))}
        </ol>
      </div>
    </>
  )
}

/** Returns a key that stays the same when the list is loaded again. */
function keyOf(line: DayLine): string {
  return line.kind === 'item' ? line.item.key : `${line.kind} ${line.from}`
}

type DayRowProps = Omit<DayListProps, 'calendar'> & {
  line: DayLine
  day: Day
  /** The paddings of all appointments of the day. */
  paddings: readonly Padding[]
  decision: AppointmentDecision
}

/** A row of the list, which depends on the kind of its line. */
function DayRow(props: DayRowProps) {
  const { line, day, paddings, decision, now, density, drag, onOpen, onAsk, onEnter, onBlock } = props
  if (line.kind === 'now')
    return <li className={`tiny semibold num ${styles.now}`}>jetzt {wallTime(line.from)}</li>
  if (line.kind === 'gap') return <GapRow day={day} gap={line} onEnter={onEnter} onBlock={onBlock} />
  const { item } = line
  const { booking } = item
  const time = spanText(line)
  if (booking === undefined) return <OccupiedRow item={item} time={time} />
  const bookingRow = { item, booking, time, now, decision, onOpen, onAsk }
  if (item.isAskedTime) return <AskedTimeRow {...bookingRow} />
  return (
    <AppointmentRow
      {...bookingRow}
      paddings={paddings.filter((padding) => padding.bookingId === booking.id)}
      isCompact={density === 'compact'}
      drag={drag}
      onEnter={onEnter}
    />
  )
}
