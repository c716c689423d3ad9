import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { type Instant, type WallMinutes, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { useNow, viennaDay } from '../../api/server-clock.ts'
import { type Axis, type Density, evenAxis, heightOf, layAxis, yOf } from './axis.ts'
import { type BoardColumn, isDivided } from './board-columns.ts'
import { DayColumn } from './day-column.tsx'
import { hoursShown, mainHours } from './shown-hours.ts'
import type { EnterTime } from './time-column.tsx'
import type { Drag } from './use-drag.ts'
import { useRoomBelow } from './use-room-below.ts'
import type { WallSpan } from './wall-span.ts'
import styles from './week-board.module.css'

/** Pixels of the day headings and of the card's border. */
const HEAD_PX = 36
/** Pixels of the initials below the heading of a day with parts, and of the narrowest part. */
const PART_HEAD_PX = 20
const LEAST_PART_PX = 38

type WeekBoardProps = {
  columns: readonly BoardColumn[]
  now: Instant
  drag: Drag
  density: Density
  /** Pixels into which the columns have to fit. With it the days are side by side on phones too. */
  fitInto?: number
  /** @param box the pressed element */
  onOpen: (booking: string, box: Element) => void
  onEnter: EnterTime
}

/**
 * Shows days, or doctors and rooms, side by side, or on a phone one below the other. The working day fits the
 * window; earlier and later hours are scrolled to.
 */
export function WeekBoard({ columns, now, drag, density, fitInto, onOpen, onEnter }: WeekBoardProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const hasParts = columns.some(isDivided)
  const headPx = HEAD_PX + (hasParts ? PART_HEAD_PX : 0)
  const room = useRoomBelow(scroller) - headPx
  const today = viennaDay(now)
  const parts = columns.flatMap((column) => column.parts)
  const placed = parts.flatMap((part) => part.placed)
  const working = parts.flatMap((part) => part.working)
  const hours = hoursShown([...working, ...placed])
  const main = mainHours(hours, working, placed)
  const axis = fitInto
    ? evenAxis(hours, fitInto)
    : layAxis({ hours, main, items: placed, working, room, density })
  const isNarrow = ({ resource, parts }: BoardColumn) =>
    !fitInto &&
    resource === undefined &&
    parts.every(({ working, placed }) => working.length + placed.length === 0)
  const widths = columns.map((column) => {
    if (isNarrow(column)) return '44px'
    return hasParts
      ? `minmax(${column.parts.length * LEAST_PART_PX}px, ${column.parts.length}fr)`
      : 'minmax(0, 1fr)'
  })
  const firstDay = columns[0]?.date
  const top = yOf(axis, main.from)
  const scrollTo = (y: number) => {
    scroller.current?.scrollTo({ top: y })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week or density begins at its top again
  useLayoutEffect(() => scrollTo(top), [firstDay, density, top > 0])
  return (
    <div className="card">
      <div
        ref={scroller}
        className={styles.scroller}
        data-scroll
        style={{ '--room': `${room + headPx}px` } as CSSProperties}
      >
        <div
          className={styles.board}
          ref={fitInto ? undefined : drag.area}
          data-list={!fitInto || undefined}
          data-parts={hasParts || undefined}
          style={
            {
              '--height': `${heightOf(axis)}px`,
              ...(hasParts && { '--part-head': `${PART_HEAD_PX}px` }),
              '--columns': widths.join(' '),
              '--lines': fullHours(hours)
                .map((at) => `linear-gradient(var(--border), var(--border)) 0 ${yOf(axis, at)}px / 100% 1px`)
                .map((line) => `${line} no-repeat`)
                .join(),
            } as CSSProperties
          }
        >
          <div className={`faint tiny num ${styles.axis}`} aria-hidden="true">
            {labelled(axis).map((at) => (
              <span key={at} style={{ '--from': `${yOf(axis, at)}px` } as CSSProperties}>
                {wallTime(at)}
              </span>
            ))}
            {columns.some(({ date }) => date === today) && <NowOnAxis axis={axis} />}
          </div>
          {columns.map((column, i) => (
            <DayColumn
              key={`${column.date} ${column.resource?.id}`}
              column={column}
              narrow={isNarrow(column)}
              side={i < Math.max(1, Math.floor(columns.length / 2)) ? 'start' : 'end'}
              drag={drag}
              axis={axis}
              main={main}
              today={today}
              now={now}
              onOpen={onOpen}
              onEnter={onEnter}
              onScroll={(to) => scrollTo(to === 'earlier' ? 0 : heightOf(axis))}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** The present time beside the columns. */
function NowOnAxis({ axis }: { axis: Axis }) {
  const time = timeOfDay(useNow())
  const at = wallMinutes(time) ?? 0
  if (at < axis.hours.from || at > axis.hours.to) return null
  return (
    <span
      className={`semibold ${styles.nowOnAxis}`}
      style={{ '--from': `${yOf(axis, at)}px` } as CSSProperties}
    >
      {time}
    </span>
  )
}

const LEGEND = [
  { look: 'confirmed', label: 'Bestätigt' },
  { look: 'requested', label: 'Wartet auf Bestätigung' },
  { look: 'off', label: 'Storniert oder abgelehnt' },
  { look: 'blocked', label: 'Gesperrt' },
  { look: 'held', label: 'Wird gerade gebucht oder angeboten' },
  { look: 'busy', label: 'Anderswo belegt' },
] as const

/**
 * The meaning of colours and lines. That of busy times and that of cancelled appointments are shown only
 * if there are any.
 */
export function Legend({ busy, off }: { busy: boolean; off: boolean }) {
  return (
    <ul className={`row muted small mt-4 ${styles.legend}`} aria-label="Legende">
      {LEGEND.filter(({ look }) => (busy || look !== 'busy') && (off || look !== 'off')).map(
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

/** Pixels that a label needs for itself. */
const LABEL_PX = 16

/** Returns the hours whose labels do not touch one another. */
function labelled(axis: Axis): WallMinutes[] {
  let last = Number.NEGATIVE_INFINITY
  return fullHours(axis.hours).filter((at) => {
    const hasRoom = yOf(axis, at) - last >= LABEL_PX
    if (hasRoom) last = yOf(axis, at)
    return hasRoom
  })
}

type DragBoardProps = Pick<WeekBoardProps, 'columns' | 'now' | 'drag'> & {
  /** Whose appointment is dragged. */
  name: string
}

/** Shows the columns over the whole window while an appointment of a list is dragged. */
export function DragBoard({ columns, now, drag, name }: DragBoardProps) {
  return (
    <div className={styles.overlay}>
      <p className={`small ${styles.bar}`}>
        <b className="break">{name}</b> auf die neue Zeit ziehen. Zum Abbrechen hier loslassen.
      </p>
      <WeekBoard
        columns={columns}
        now={now}
        drag={drag}
        density="compact"
        fitInto={innerHeight - ABOVE_COLUMNS_PX}
        onOpen={() => undefined}
        onEnter={() => undefined}
      />
    </div>
  )
}

/** Pixels of bar, day headings and margin above the columns that fit into the window. */
const ABOVE_COLUMNS_PX = 116
