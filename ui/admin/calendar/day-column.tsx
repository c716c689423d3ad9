import { type CSSProperties, useId } from 'react'
import { Link } from 'wouter'
import { type Day, type Instant, type WallMinutes, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { dayOfMonth, longDay, shortWeekday, timeOfDay } from '../../../src/shared/format.ts'
import { useNow, viennaDay } from '../../api/server-clock.ts'
import type { BoardItem } from './board-items.ts'
import { linesIn, type Placed, roomFor, type WallSpan } from './day-layout.ts'
import type { Drop } from './drop.ts'
import type { CalendarBooking } from './use-calendar.ts'
import type { Drag } from './use-drag.ts'
import styles from './week-board.module.css'

/** Minutes between the starts that a press on free time offers. */
const ENTRY_STEP_MINUTES = 30
/** Minutes of height that the name of a closed day needs. */
const NOTE_LENGTH = 60

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

/** Shows one day with its appointments, its free time and the appointment that is dragged over it. */
export function DayColumn({
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
        <EmptyTimes
          day={date}
          hours={hours}
          since={`${today}T${timeOfDay(now)}`}
          place={place}
          onEnter={onEnter}
        />
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

type EmptyTimesProps = {
  day: Day
  hours: WallSpan
  /** Earlier times are over, such as `2027-01-12T08:30`. */
  since: string
  place: (span: WallSpan) => CSSProperties
  onEnter: (day: Day, time: string) => void
}

/**
 * The free times, for a press with which an appointment is entered. Only a pointer reaches these buttons.
 * Keyboard users press "Termin eintragen" instead of a hundred stops.
 */
function EmptyTimes({ day, hours, since, place, onEnter }: EmptyTimesProps) {
  return emptyTimes(hours)
    .filter((time) => `${day}T${wallTime(time)}` >= since)
    .map((time) => (
      <button
        key={time}
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={`tiny num ${styles.empty}`}
        style={place({ from: time, to: time + ENTRY_STEP_MINUTES })}
        data-time={wallTime(time)}
        onClick={() => onEnter(day, wallTime(time))}
      />
    ))
}

function emptyTimes({ from, to }: WallSpan): WallMinutes[] {
  return Array.from(
    { length: Math.floor((to - from) / ENTRY_STEP_MINUTES) },
    (_, i) => from + i * ENTRY_STEP_MINUTES,
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
