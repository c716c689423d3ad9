import { type CSSProperties, useId } from 'react'
import { Link } from 'wouter'
import { type Day, type Instant, type WallMinutes, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { dayOfMonth, longDay, shortWeekday, timeOfDay } from '../../../src/shared/format.ts'
import { useNow, viennaDay } from '../../api/server-clock.ts'
import { type BoardItem, boardItems } from './board-items.ts'
import {
  hourHeight,
  hoursShown,
  layoutDay,
  linesIn,
  type Placed,
  roomFor,
  type WallSpan,
  workingSpans,
} from './day-layout.ts'
import type { Drop } from './drop.ts'
import type { Calendar, CalendarBooking } from './use-calendar.ts'
import type { Drag } from './use-drag.ts'
import styles from './week-board.module.css'

/** Minutes between the starts that a press on free time offers. */
const ENTRY_STEP_MINUTES = 30
/** Pixels of an hour, which give half an hour room for two lines. */
const HOUR_HEIGHT = 80

/** Pixels of the day headings and of the hours of a usual week, for the time until the week is loaded. */
export const USUAL_BOARD_HEIGHT = 67 + 11 * HOUR_HEIGHT
/** Minutes of height that the name of a closed day needs. */
const NOTE_LENGTH = 60

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

type DayColumnProps = {
  date: Day
  narrow: boolean
  /** The side of the column at which the text of a dragged appointment is aligned. */
  side: 'start' | 'end'
  drag: Drag
  closed: string | null
  working: readonly WallSpan[]
  placed: readonly Placed<BoardItem>[]
  hours: WallSpan
  hourHeight: number
  today: Day
  now: Instant
  onOpen: (booking: string) => void
  onEnter: (day: Day, time: string) => void
}

function DayColumn({
  date,
  narrow,
  side,
  drag,
  closed,
  working,
  placed,
  hours,
  hourHeight,
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
      <div className={styles.column} data-drop={date} data-from={hours.from} data-to={hours.to}>
        {working.map((block) => (
          <div key={block.from} className={styles.working} style={place(block)} />
        ))}
        {emptyTimes(hours)
          .filter((time) => `${date}T${wallTime(time)}` >= `${today}T${timeOfDay(now)}`)
          .map((time) => (
            // Only a pointer reaches these buttons. Keyboard users press "Termin eintragen" instead of a
            // hundred stops.
            <button
              key={time}
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className={`tiny num ${styles.empty}`}
              style={place({ from: time, to: time + ENTRY_STEP_MINUTES })}
              data-time={wallTime(time)}
              onClick={() => onEnter(date, wallTime(time))}
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
        <ul className={styles.items}>
          {placed.map(({ item, from, to, left, share }) => (
            <li
              key={item.key}
              className={styles.place}
              style={
                {
                  ...place({ from, to }),
                  '--left': left,
                  '--share': share,
                } as CSSProperties
              }
            >
              <ItemBox
                item={item}
                lines={linesIn({ from, to }, hourHeight)}
                isOver={Date.parse(item.end) <= now}
                drag={drag}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
        {drag.dragging?.drop?.day === date && (
          <div
            className={styles.ghost}
            style={place(drag.dragging.drop)}
            data-verdict={drag.dragging.drop.verdict}
          >
            <DropText {...drag.dragging} drop={drag.dragging.drop} side={side} />
          </div>
        )}
        <NowLine day={date} {...hours} />
      </div>
    </section>
  )
}

const VERDICTS: Readonly<Record<Drop['verdict'], string>> = {
  free: '',
  outside: 'außerhalb der Ordination',
  same: 'unverändert',
  taken: 'belegt',
  over: 'schon vorbei',
}

type DropTextProps = { booking: CalendarBooking; drop: Drop; side: 'start' | 'end' }

/** Shows `Di 12. 09:00 → 10:30` and the reason against that time, if there is one. */
function DropText({ booking, drop: { day, from, verdict }, side }: DropTextProps) {
  return (
    <p className={`tiny semibold num ${styles.dropText}`} data-side={side}>
      <span className="nowrap">
        {shortWeekday(day)} {dayOfMonth(day)}. {timeOfDay(booking.start)} → {wallTime(from)}
      </span>
      {VERDICTS[verdict] && <span>{VERDICTS[verdict]}</span>}
    </p>
  )
}

type NowLineProps = WallSpan & { day: Day }

/** The line at the present time in today's column. */
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

type ItemBoxProps = {
  item: BoardItem
  /** Number of text lines that fit. With fewer than two, the text is smaller. */
  lines: number
  isOver: boolean
  drag: Drag
  onOpen: (booking: string) => void
}

const STATUS_TEXT: Readonly<Record<BoardItem['look'], string>> = {
  confirmed: 'bestätigt',
  requested: 'wartet auf Bestätigung',
  off: 'storniert oder abgelehnt',
  blocked: '',
  held: '',
  busy: '',
}

function ItemBox({ item, lines, isOver, drag, onOpen }: ItemBoxProps) {
  const { booking, asked, look, title, note, start, href } = item
  const status = STATUS_TEXT[look]
  const attributes = {
    className: `tiny ${styles.item}`,
    'data-look': look,
    'data-over': isOver || undefined,
    'data-short': lines < 2 || undefined,
    style: { '--lines': Math.max(2, lines) } as CSSProperties,
    // The title holds the whole text, for boxes without room for it.
    title: `${timeOfDay(start)} ${booking?.name ?? title}, ${note}`,
  }
  const text = (
    <>
      <span className={`semibold ${styles.title}`}>
        {booking !== undefined && <time dateTime={start}>{timeOfDay(start)}</time>} {title}
      </span>
      <span className="ellipsis">{note}</span>
      {status && <span className="visually-hidden">, {status}</span>}
    </>
  )
  if (booking !== undefined)
    return (
      <button
        type="button"
        {...attributes}
        {...(!asked && drag.handlesFor(booking))}
        data-dragged={drag.dragging?.booking.id === booking.id || undefined}
        onClick={() => onOpen(booking.id)}
      >
        {text}
      </button>
    )
  if (href !== undefined)
    return (
      <Link href={href} {...attributes}>
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

function emptyTimes({ from, to }: WallSpan): WallMinutes[] {
  return Array.from(
    { length: Math.floor((to - from) / ENTRY_STEP_MINUTES) },
    (_, i) => from + i * ENTRY_STEP_MINUTES,
  )
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
