import type { CSSProperties } from 'react'
import { type Day, type Instant, type WallMinutes, wallTime } from '../../../src/shared/day.ts'
import { viennaDay } from '../../api/server-clock.ts'
import { boardItems } from './board-items.ts'
import { DayColumn } from './day-column.tsx'
import { hourHeight, hoursShown, layoutDay, type WallSpan, workingSpans } from './day-layout.ts'
import type { Calendar } from './use-calendar.ts'
import type { Drag } from './use-drag.ts'
import styles from './week-board.module.css'

/** Pixels of an hour, which give half an hour room for two lines. */
const HOUR_HEIGHT = 80

/** Pixels of the day headings and of the hours of a usual week, for the time until the week is loaded. */
export const USUAL_BOARD_HEIGHT = 67 + 11 * HOUR_HEIGHT
type WeekBoardProps = {
  calendar: Calendar
  now: Instant
  drag: Drag
  /** Pixels into which the columns have to fit. With it the days are side by side on phones too. */
  fitInto?: number
  onOpen: (booking: string) => void
  onEnter: (day: Day, time: string) => void
}

/** Shows days side by side, or on a phone one below the other. */
export function WeekBoard({ calendar, now, drag, fitInto, onOpen, onEnter }: WeekBoardProps) {
  const today = viennaDay(now)
  const items = boardItems(calendar, calendar.days)
  const days = calendar.days.map(({ date, working, closed }) => ({
    date,
    closed,
    working: workingSpans(working),
    placed: layoutDay(date, items),
  }))
  const hours = hoursShown(days.flatMap(({ working, placed }) => [...working, ...placed]))
  const height = fitInto
    ? (fitInto * 60) / (hours.to - hours.from)
    : hourHeight(
        HOUR_HEIGHT,
        days.flatMap(({ placed }) => placed),
      )
  const isNarrow = ({ working, closed, placed }: (typeof days)[number]) =>
    !fitInto && working.length + placed.length === 0 && closed === null
  const columns = days.map((day) => (isNarrow(day) ? '44px' : 'minmax(0, 1fr)'))
  return (
    <div className="card">
      <div
        className={styles.board}
        ref={fitInto ? undefined : drag.area}
        data-list={!fitInto || undefined}
        style={
          {
            '--hour': `${height}px`,
            '--columns': columns.join(' '),
            '--hours': (hours.to - hours.from) / 60,
            '--first-hour': ((1440 - hours.from) % 60) / 60,
          } as CSSProperties
        }
      >
        <div className={`faint tiny num ${styles.axis}`} aria-hidden="true">
          {fullHours(hours).map((at) => (
            <span key={at} style={{ '--from': (at - hours.from) / 60 } as CSSProperties}>
              {wallTime(at)}
            </span>
          ))}
        </div>
        {days.map((day, i) => (
          <DayColumn
            key={day.date}
            {...day}
            narrow={isNarrow(day)}
            side={i < 3 ? 'start' : 'end'}
            drag={drag}
            hours={hours}
            hourHeight={height}
            today={today}
            now={now}
            onOpen={onOpen}
            onEnter={onEnter}
          />
        ))}
      </div>
    </div>
  )
}

const LEGEND = [
  { look: 'confirmed', label: 'Bestätigt' },
  { look: 'requested', label: 'Wartet auf Bestätigung' },
  { look: 'off', label: 'Storniert oder abgelehnt' },
  { look: 'blocked', label: 'Gesperrt' },
  { look: 'held', label: 'Wird gerade gebucht oder angeboten' },
  { look: 'busy', label: 'Belegt in Odoo' },
] as const

/**
 * The meaning of colours and lines. Odoo's and that of cancelled appointments are shown only if there are
 * any.
 */
export function Legend({ odoo, off }: { odoo: boolean; off: boolean }) {
  return (
    <ul className={`row muted small mt-4 ${styles.legend}`} aria-label="Legende">
      {LEGEND.filter(({ look }) => (odoo || look !== 'busy') && (off || look !== 'off')).map(
        ({ look, label }) => (
          <li key={look} className="row gap-2">
            <i className={styles.swatch} data-look={look} />
            {label}
          </li>
        ),
      )}
      <li>Helle Fläche: Arbeitszeit</li>
    </ul>
  )
}

function fullHours({ from, to }: WallSpan): WallMinutes[] {
  const first = Math.ceil((from + 1) / 60)
  const last = Math.ceil(to / 60) - 1
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * 60)
}

/** Shows the days as columns over the whole window while an appointment of a list is dragged. */
export function DragBoard({ calendar, now, drag }: { calendar: Calendar; now: Instant; drag: Drag }) {
  if (!drag.dragging) return null
  return (
    <div className={styles.overlay}>
      <p className={`small ${styles.bar}`}>
        <b className="break">{drag.dragging.booking.name}</b> auf die neue Zeit ziehen. Zum Abbrechen hier
        loslassen.
      </p>
      <WeekBoard
        calendar={calendar}
        now={now}
        drag={drag}
        fitInto={innerHeight - ABOVE_COLUMNS_PX}
        onOpen={() => undefined}
        onEnter={() => undefined}
      />
    </div>
  )
}

/** Pixels of bar, day headings and margin above the columns that fit into the window. */
const ABOVE_COLUMNS_PX = 136
