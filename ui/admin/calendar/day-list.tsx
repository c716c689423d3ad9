import { type Day, type Instant, MINUTES_PER_DAY, wallTime } from '../../../src/shared/day.ts'
import { Button } from '../../components/button.tsx'
import { useDecision } from '../appointment/use-decision.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { AppointmentRow, type AppointmentRowProps } from './appointment-row.tsx'
import { AskedTimeRow } from './asked-time-row.tsx'
import type { Density } from './axis.ts'
import { boardItems, paddingsOf } from './board-items.ts'
import { dayLines } from './day-lines.ts'
import styles from './day-list.module.css'
import { OtherRow } from './other-row.tsx'
import type { Calendar } from './use-calendar.ts'
import { nowOn } from './wall-clock.ts'
import { type WallSpan, workingSpans } from './wall-span.ts'

type DayListProps = Pick<AppointmentRowProps, 'drag' | 'onOpen' | 'onAsk' | 'onEnter'> & {
  calendar: Calendar
  now: Instant
  density: Density
  /** Opens the form that blocks a time. */
  onBlock: (day: Day, start: string, end: string) => void
}

/**
 * A day as rows: appointments with the facts for a telephone call, other items, free time, and the present
 * time.
 */
export function DayList(props: DayListProps) {
  const { calendar, now, density, drag, onOpen, onAsk, onEnter, onBlock } = props
  const decision = useDecision()
  const [day] = calendar.days
  if (day === undefined) return null
  const { date, closed } = day
  const working = workingSpans(day.working)
  const paddings = paddingsOf(calendar)
  const items = boardItems(calendar, calendar.days)
  const lines = dayLines({ day: date, items, working, paddings, now: nowOn(date, now) })
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
        <ol ref={drag.area} className={`rows ${styles.list}`} data-density={density} aria-label="Tagesplan">
          {lines.map((line) => {
            const time = spanText(line)
            if (line.kind === 'now')
              return (
                <li key="now" className={`tiny semibold num ${styles.now}`}>
                  jetzt {wallTime(line.from)}
                </li>
              )
            if (line.kind === 'gap')
              return <GapRow key={time} day={date} gap={line} onEnter={onEnter} onBlock={onBlock} />
            const { item } = line
            const { booking } = item
            if (booking === undefined) return <OtherRow key={item.key} item={item} time={time} />
            if (item.isAskedTime)
              return (
                <AskedTimeRow
                  key={item.key}
                  item={item}
                  booking={booking}
                  time={time}
                  now={now}
                  decision={decision}
                  onOpen={onOpen}
                  onAsk={onAsk}
                />
              )
            return (
              <AppointmentRow
                key={item.key}
                item={item}
                booking={booking}
                paddings={paddings.filter((padding) => padding.booking === booking.id)}
                time={time}
                now={now}
                decision={decision}
                isCompact={density === 'compact'}
                drag={drag}
                onOpen={onOpen}
                onAsk={onAsk}
                onEnter={onEnter}
              />
            )
          })}
        </ol>
      </div>
    </>
  )
}

type GapRowProps = { day: Day; gap: WallSpan } & Pick<DayListProps, 'onEnter' | 'onBlock'>

/** Free time, in which an appointment can be entered, or which can be blocked. */
function GapRow({ day, gap, onEnter, onBlock }: GapRowProps) {
  const time = spanText(gap)
  const start = wallTime(gap.from)
  return (
    <li className="row between muted small">
      <span className="num">frei {time}</span>
      <span className="row">
        <Button kind="link" aria-label={`Termin um ${start} eintragen`} onClick={() => onEnter(day, start)}>
          Eintragen
        </Button>
        <Button
          kind="link"
          aria-label={`${time} sperren`}
          // A gap up to midnight ends at 00:00, because the form has no 24:00.
          onClick={() => onBlock(day, start, wallTime(gap.to % MINUTES_PER_DAY))}
        >
          Sperren
        </Button>
      </span>
    </li>
  )
}

/** Returns a time like `08:30–09:00`. */
function spanText({ from, to }: WallSpan): string {
  return `${wallTime(from)}–${wallTime(to)}`
}
