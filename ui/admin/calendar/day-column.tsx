import { type CSSProperties, useId } from 'react'
import { Link } from 'wouter'
import { type Day, type Instant, type WallMinutes, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { dayOfMonth, longDay, shortWeekday, timeOfDay } from '../../../src/shared/format.ts'
import { useNow, viennaDay } from '../../api/server-clock.ts'
import { type Axis, LEAST_BOX_PX, yOf } from './axis.ts'
import { type BoardColumn, type BoardPart, isDivided } from './board-columns.ts'
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
  column: BoardColumn
  narrow: boolean
  /** The side of the column at which the text of a dragged appointment is aligned. */
  side: 'start' | 'end'
  drag: Drag
  axis: Axis
  /** The hours of the first look. */
  main: WallSpan
  today: Day
  now: Instant
  onOpen: (booking: string, box: Element) => void
  onEnter: EnterTime
  /** Scrolls to what stands before or after the main hours. */
  onScroll: (to: 'earlier' | 'later') => void
}

/** @param resource the id of the doctor or room whose time was pressed; undefined for the whole practice */
export type EnterTime = (day: Day, time: string, resource?: string) => void

/**
 * Shows one day, or one doctor or room on a day, with the appointments, the free time and the appointment
 * that is dragged over it. A day with parts has one for each doctor or room.
 */
export function DayColumn({ column, narrow, main, onScroll, ...rest }: DayColumnProps) {
  const id = useId()
  const { date, resource, parts } = column
  const [whole] = parts
  const isToday = date === rest.today
  return (
    <section className={styles.day} aria-labelledby={id} data-narrow={narrow || undefined}>
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
        <TimeColumn date={date} part={whole} {...rest} />
      ) : (
        <div className={styles.parts} style={{ '--parts': parts.length } as CSSProperties}>
          {parts.map((part) => (
            <DayPart key={part.resource?.id} date={date} part={part} {...rest} />
          ))}
        </div>
      )}
    </section>
  )
}

type TimeColumnProps = Omit<DayColumnProps, 'column' | 'narrow' | 'main' | 'onScroll'> & {
  date: Day
  part: BoardPart
}

/** One doctor or room within a day, with initials as its head. */
function DayPart({ part, ...rest }: TimeColumnProps) {
  const { name, initials, colour } = part.resource ?? {}
  return (
    <section className={styles.part} aria-label={`${name}, ${longDay(rest.date)}`} data-mark={colour}>
      <h4 className={`tiny semibold ${styles.partHead}`} title={name} data-mark={colour}>
        <span aria-hidden="true">{initials}</span>
        <span className="visually-hidden">{name}</span>
      </h4>
      <TimeColumn part={part} {...rest} />
    </section>
  )
}

/** The times of a column, from top to bottom. */
function TimeColumn({ date, part, side, drag, axis, today, now, onOpen, onEnter }: TimeColumnProps) {
  const { resource, closed, working, placed, paddings } = part
  const { hours } = axis
  const place = ({ from, to }: WallSpan) =>
    ({ '--from': `${yOf(axis, from)}px`, '--to': `${yOf(axis, to)}px` }) as CSSProperties
  const nowAt = date === today ? (wallMinutes(timeOfDay(now)) ?? 0) : undefined
  const drop = drag.dragging?.drop
  const dropped =
    drop?.day === date && (resource === undefined || drop.resource === resource.id) ? drop : undefined
  return (
    <div
      className={styles.column}
      data-drop={date}
      data-resource={resource?.id}
      data-mark={resource?.colour}
      data-axis={JSON.stringify(axis)}
    >
      {working.map((block) => (
        <div key={block.from} className={styles.working} style={place(block)} />
      ))}
      <EmptyTimes
        day={date}
        hours={hours}
        since={`${today}T${timeOfDay(now)}`}
        place={place}
        onEnter={(day, time) => onEnter(day, time, resource?.id)}
      />
      {paddings.map((span) => (
        <div key={span.from} className={styles.hem} style={place(span)} />
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
        {placed.map(({ item, from, to, roomTo, left, share }) => (
          <li
            key={item.key}
            className={styles.place}
            style={
              {
                ...place({ from, to }),
                '--room-to': `${yOf(axis, roomTo)}px`,
                '--left': left,
                '--share': share,
              } as CSSProperties
            }
          >
            <ItemBox
              item={item}
              height={Math.max(
                yOf(axis, to) - yOf(axis, from),
                Math.min(LEAST_BOX_PX, yOf(axis, roomTo) - yOf(axis, from)),
              )}
              nowAt={
                nowAt !== undefined && from < nowAt && nowAt < to
                  ? yOf(axis, nowAt) - yOf(axis, from)
                  : undefined
              }
              isOver={Date.parse(item.end) <= now}
              drag={drag}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {drag.dragging && dropped && (
        <div className={styles.ghost} style={place(dropped)} data-verdict={dropped.verdict}>
          <DropText booking={drag.dragging.booking} drop={dropped} side={side} name={resource?.name} />
        </div>
      )}
      <NowLine day={date} axis={axis} />
    </div>
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
  unoffered: 'bietet das nicht an',
}

type DropTextProps = {
  booking: CalendarBooking
  drop: Drop
  side: 'start' | 'end'
  /** Whose column it is, where there are several. */
  name: string | undefined
}

/** Shows `Di 12. 09:00 → 10:30`, another doctor, and the reason against that time, if there is one. */
function DropText({ booking, drop: { day, from, resource, verdict }, side, name }: DropTextProps) {
  return (
    <p className={`tiny semibold num ${styles.dropText}`} data-side={side}>
      <span className="nowrap">
        {shortWeekday(day)} {dayOfMonth(day)}. {timeOfDay(booking.start)} → {wallTime(from)}
      </span>
      {name && resource !== booking.resource_id && <span>{name}</span>}
      {VERDICTS[verdict] && <span>{VERDICTS[verdict]}</span>}
    </p>
  )
}

/** The line at the present time in today's column. */
function NowLine({ day, axis }: { day: Day; axis: Axis }) {
  const now = useNow()
  const time = timeOfDay(now)
  const at = wallMinutes(time) ?? 0
  if (viennaDay(now) !== day || at < axis.hours.from || at > axis.hours.to) return null
  return (
    <div className={styles.now} style={{ '--from': `${yOf(axis, at)}px` } as CSSProperties}>
      <span className="visually-hidden">jetzt {time}</span>
    </div>
  )
}

type StraysProps = Pick<DayColumnProps, 'main' | 'onScroll'> & { placed: readonly Placed<BoardItem>[] }

/** Leads to what the first look leaves out, with the time of what is farthest away. */
function Strays({ placed, main, onScroll }: StraysProps) {
  const earlier = placed.filter(({ from, to }) => to <= main.from && from > 0)
  const later = placed.filter(({ from }) => from >= main.to)
  const [first, last] = [earlier[0], later.at(-1)]
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

type ItemBoxProps = {
  item: BoardItem
  /** Pixels. A low box has one line of smaller text. */
  height: number
  /** Pixels from its top to the present time, if it runs. */
  nowAt: number | undefined
  isOver: boolean
  drag: Drag
  onOpen: (booking: string, box: Element) => void
}

const STATUS_TEXT: Readonly<Record<BoardItem['look'], string>> = {
  confirmed: 'bestätigt',
  requested: 'wartet auf Bestätigung',
  off: 'storniert oder abgelehnt',
  blocked: '',
  held: '',
  busy: '',
}

function ItemBox({ item, height, nowAt, isOver, drag, onOpen }: ItemBoxProps) {
  const { booking, asked, look, title, note, start, href, of } = item
  const status = STATUS_TEXT[look]
  const lines = linesIn(height)
  const attributes = {
    className: `tiny ${styles.item}`,
    'data-look': look,
    'data-over': isOver || undefined,
    'data-short': lines < 2 || undefined,
    'data-running': nowAt !== undefined || undefined,
    style: { '--text-lines': Math.max(1, lines), '--now': `${nowAt}px` } as CSSProperties,
    // The title holds the whole text, for boxes without room for it.
    title: `${timeOfDay(start)} ${booking?.name ?? title}, ${note}${of ? `, ${of.name}` : ''}`,
    'data-mark': of?.colour,
  }
  const text = (
    <>
      <span className={`semibold ${styles.title}`}>
        {booking !== undefined && <time dateTime={start}>{timeOfDay(start)}</time>} {title}
      </span>
      <span className="ellipsis">
        {note}
        {of && `, ${of.name}`}
      </span>
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
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => onOpen(booking.id, currentTarget)}
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
