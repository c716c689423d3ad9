import { type CSSProperties, useId } from 'react'
import { Link } from 'wouter'
import { type Day, type Instant, type WallMinutes, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { dayOfMonth, longDay, shortWeekday, timeOfDay } from '../../../src/shared/format.ts'
import { useNow, viennaDay } from '../../api/server-clock.ts'
import { Card } from '../../components/card.tsx'
import { type Entry, entriesOf } from './calendar-entries.ts'
import { hourHeight, hoursShown, layoutDay, type Placed, roomFor } from './day-layout.ts'
import type { Calendar } from './use-calendar.ts'
import styles from './week-board.module.css'
import type { Period } from './weeks.ts'

/** Minutes between the starts that a press on free time offers. */
const STEP = 30
const HOUR_HEIGHT: Readonly<Record<Period, number>> = { week: 58, day: 84 }
/** Minutes of room for the name of a closed day. */
const NOTE_LENGTH = 60

type WeekBoardProps = {
  period: Period
  calendar: Calendar
  now: Instant
  onOpen: (booking: string) => void
  onEnter: (day: Day, time: string) => void
}

/** Days side by side; on a phone a week is a list, one day below the other. */
export function WeekBoard({ period, calendar, now, onOpen, onEnter }: WeekBoardProps) {
  const today = viennaDay(now)
  const entries = entriesOf(calendar, calendar.days)
  const days = calendar.days.map(({ date, working, closed }) => ({
    date,
    closed,
    working: working.map(({ start, end }) => ({ from: minutesOf(start), to: minutesOf(end) })),
    placed: layoutDay(date, entries),
  }))
  const hours = hoursShown(days.flatMap(({ working, placed }) => [...working, ...placed]))
  const isNarrow = ({ working, closed, placed }: (typeof days)[number]) =>
    period === 'week' && working.length + placed.length === 0 && closed === null
  const columns = days.map((day) => (isNarrow(day) ? '44px' : 'minmax(0, 1fr)'))
  return (
    <Card>
      <div
        className={styles.board}
        data-period={period}
        style={
          {
            '--hour': `${hourHeight(
              HOUR_HEIGHT[period],
              days.flatMap(({ placed }) => placed),
            )}px`,
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
        {days.map((day) => (
          <DayColumn
            key={day.date}
            {...day}
            narrow={isNarrow(day)}
            hours={hours}
            today={today}
            now={now}
            onOpen={onOpen}
            onEnter={onEnter}
          />
        ))}
      </div>
    </Card>
  )
}

const LEGEND = [
  { look: 'confirmed', label: 'Bestätigt' },
  { look: 'requested', label: 'Wartet auf Bestätigung' },
  { look: 'off', label: 'Storniert oder abgelehnt' },
  { look: 'blocked', label: 'Gesperrt' },
  { look: 'held', label: 'Wird gerade gebucht' },
  { look: 'busy', label: 'Belegt in Odoo' },
] as const

/** The meaning of the colours and lines; of Odoo's only where there are any. */
export function Legend({ odoo }: { odoo: boolean }) {
  return (
    <ul className={`row muted small mt-4 ${styles.legend}`} aria-label="Legende">
      {LEGEND.filter(({ look }) => odoo || look !== 'busy').map(({ look, label }) => (
        <li key={look} className="row gap-2">
          <i className={styles.swatch} data-look={look} />
          {label}
        </li>
      ))}
      <li>Helle Fläche: Arbeitszeit</li>
    </ul>
  )
}

type WallSpan = { from: WallMinutes; to: WallMinutes }

type DayColumnProps = {
  date: Day
  narrow: boolean
  closed: string | null
  working: readonly WallSpan[]
  placed: readonly Placed<Entry>[]
  hours: WallSpan
  today: Day
  now: Instant
  onOpen: (booking: string) => void
  onEnter: (day: Day, time: string) => void
}

function DayColumn({
  date,
  narrow,
  closed,
  working,
  placed,
  hours,
  today,
  now,
  onOpen,
  onEnter,
}: DayColumnProps) {
  const id = useId()
  const place = ({ from, to }: WallSpan) =>
    ({
      '--from': (Math.max(from, hours.from) - hours.from) / 60,
      '--to': (Math.min(to, hours.to) - hours.from) / 60,
    }) as CSSProperties
  return (
    <section className={styles.day} aria-labelledby={id} data-narrow={narrow || undefined}>
      <h3 id={id} className={`muted regular num ${styles.head}`} data-today={date === today || undefined}>
        <span aria-hidden="true">
          {shortWeekday(date)} <b>{dayOfMonth(date)}</b>
        </span>
        <span className="visually-hidden">
          {longDay(date)}
          {date === today && ', heute'}
        </span>
      </h3>
      <div className={styles.column}>
        {working.map((block) => (
          <div key={block.from} className={styles.working} style={place(block)} />
        ))}
        {emptyTimes(hours)
          .filter((time) => `${date}T${time}` >= `${today}T${timeOfDay(now)}`)
          .map((time) => (
            // For the pointer only: by keyboard "Termin eintragen" does the same without a hundred stops.
            <button
              key={time}
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className={`tiny num ${styles.empty}`}
              style={place({ from: minutesOf(time), to: minutesOf(time) + STEP })}
              data-time={time}
              onClick={() => onEnter(date, time)}
            />
          ))}
        {closed !== null && (
          <p
            className={`muted tiny break hyphens ${styles.closed}`}
            style={place({ from: roomFor(NOTE_LENGTH, hours.from, placed), to: hours.to })}
          >
            <b className={styles.reason}>{closed}</b> geschlossen
          </p>
        )}
        {placed.length === 0 && closed === null && (
          <p className={`muted tiny ${styles.none}`}>
            {working.length === 0 ? 'Keine Ordination' : 'Keine Termine'}
          </p>
        )}
        <ul className={styles.entries}>
          {placed.map(({ item, from, to, lane, lanes }) => (
            <li
              key={item.key}
              className={styles.place}
              style={
                {
                  ...place({ from, to }),
                  '--lane': lane / lanes,
                  '--share': 1 / lanes,
                } as CSSProperties
              }
            >
              <EntryBox
                entry={item}
                lines={to - from >= 40 ? 2 : 1}
                split={lanes > 1}
                isOver={Date.parse(item.end) <= now}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
        <NowLine day={date} {...hours} />
      </div>
    </section>
  )
}

type NowLineProps = { day: Day; from: WallMinutes; to: WallMinutes }

/** Marks now on today's column, and moves every so often. */
function NowLine({ day, from, to }: NowLineProps) {
  const now = useNow()
  const time = timeOfDay(now)
  const at = wallMinutes(time) ?? 0
  if (viennaDay(now) !== day || at < from || at > to) return null
  return (
    <div className={`semibold num ${styles.now}`} style={{ '--from': (at - from) / 60 } as CSSProperties}>
      <span>
        <span className="visually-hidden">jetzt </span>
        {time}
      </span>
    </div>
  )
}

type EntryBoxProps = {
  entry: Entry
  /** Lines of text that there is room for. */
  lines: 1 | 2
  /** Others lie beside it. */
  split: boolean
  isOver: boolean
  onOpen: (booking: string) => void
}

const STATUS_TEXT: Readonly<Record<Entry['look'], string>> = {
  confirmed: 'bestätigt',
  requested: 'wartet auf Bestätigung',
  off: 'storniert oder abgelehnt',
  blocked: '',
  held: '',
  busy: '',
}

function EntryBox({ entry, lines, split, isOver, onOpen }: EntryBoxProps) {
  const { booking, look, title, note, start } = entry
  const status = STATUS_TEXT[look]
  const attributes = {
    className: `tiny ${styles.entry}`,
    'data-look': look,
    'data-lines': lines,
    'data-split': split || undefined,
    'data-over': isOver || undefined,
  }
  const text = (
    <>
      <span className={`semibold ellipsis ${styles.title}`}>
        {booking !== undefined && <time dateTime={start}>{timeOfDay(start)}</time>} {title}
      </span>
      <span className={`ellipsis ${styles.note}`}>{note}</span>
      {status && <span className="visually-hidden">, {status}</span>}
    </>
  )
  if (booking !== undefined)
    return (
      <button type="button" {...attributes} onClick={() => onOpen(booking)}>
        {text}
      </button>
    )
  if (look === 'blocked')
    return (
      <Link href="/admin/absences" {...attributes}>
        {text}
      </Link>
    )
  return <div {...attributes}>{text}</div>
}

function fullHours({ from, to }: WallSpan): WallMinutes[] {
  const first = Math.ceil((from + 1) / 60)
  const last = Math.ceil(to / 60) - 1
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * 60)
}

function emptyTimes({ from, to }: WallSpan): string[] {
  return Array.from({ length: Math.floor((to - from) / STEP) }, (_, i) => wallTime(from + i * STEP))
}

function minutesOf(time: string): WallMinutes {
  // Work until midnight ends at 24:00, which `wallMinutes` does not take.
  return wallMinutes(time) ?? 1440
}
