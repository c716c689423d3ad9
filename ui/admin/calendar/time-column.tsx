import type { CSSProperties } from 'react'
import type { Day, Instant } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../../src/shared/vienna-clock.ts'
import { useNow } from '../../api/server-clock.ts'
import { type Axis, placeStyleOn, yOf } from './axis.ts'
import type { BoardPart } from './board-columns.ts'
import { DropGhost } from './drop-ghost.tsx'
import { EmptyTimes } from './empty-times.tsx'
import { PlacedItem } from './placed-item.tsx'
import type { DragHandling } from './use-drag.ts'
import { wallMinutesAt } from './wall-clock.ts'
import { firstFreeTime } from './wall-span.ts'
import styles from './week-board.module.css'

/** Minutes of height that the name of a closed day needs. */
const CLOSED_NAME_MINUTES = 60

/** A pressed time, `HH:MM`, and the id of its doctor or room; undefined for the whole practice. */
export type PressedTime = { day: Day; time: string; resourceId?: string | undefined }

export type TimeColumnProps = {
  date: Day
  part: BoardPart
  /** The side of the column at which the text of a dragged appointment is aligned. */
  side: 'start' | 'end'
  drag: DragHandling
  axis: Axis
  today: Day
  now: Instant
  /** @param box the pressed element, beside which the card stands */
  onOpen: (bookingId: string, box: Element) => void
  /** Opens the form of a new appointment at this time. */
  onEnter: (pressed: PressedTime) => void
}

/** The times of a day, from top to bottom: of the whole practice, or of one doctor or room. */
export function TimeColumn({ date, part, side, drag, axis, today, now, onOpen, onEnter }: TimeColumnProps) {
  const { resource, closed, working, placed, paddings } = part
  // A drag finds the column under the pointer, and the time in it, by these attributes.
  const dragAttributes = {
    'data-drop': date,
    'data-resource': resource?.id,
    'data-axis': JSON.stringify(axis),
  }
  return (
    <div className={styles.column} data-mark={resource?.colour} {...dragAttributes}>
      {working.map((block) => (
        <div key={block.from} className={styles.working} style={placeStyleOn(axis, block)} />
      ))}
      <EmptyTimes
        day={date}
        axis={axis}
        since={`${today}T${timeOfDay(now)}`}
        onEnter={(time) => onEnter({ day: date, time, resourceId: resource?.id })}
      />
      {paddings.map((span) => (
        <div key={span.from} className={styles.padding} style={placeStyleOn(axis, span)} />
      ))}
      {closed !== null && <ClosedName name={closed} placed={placed} axis={axis} />}
      {placed.length === 0 && closed === null && (
        <p className={`muted tiny ${styles.none}`}>
          {working.length === 0 ? 'Keine Ordination' : 'Keine Termine'}
        </p>
      )}
      <ul className={styles.items}>
        {placed.map((place) => (
          <PlacedItem
            key={place.item.key}
            placed={place}
            axis={axis}
            nowAt={date === today ? wallMinutesAt(now) : undefined}
            isOver={Date.parse(place.item.end) <= now}
            drag={drag}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <DraggedHere date={date} resource={resource} side={side} drag={drag} axis={axis} />
      <NowLine day={date} axis={axis} />
    </div>
  )
}

type DraggedHereProps = Pick<TimeColumnProps, 'date' | 'side' | 'drag' | 'axis'> & Pick<BoardPart, 'resource'>

/** The dragged appointment, while it is over this column. */
function DraggedHere({ date, resource, side, drag: { dragging }, axis }: DraggedHereProps) {
  const target = dragging?.drop
  const isHere = target?.day === date && (resource === undefined || target.resourceId === resource.id)
  if (dragging === undefined || target === undefined || !isHere) return null
  return (
    <DropGhost
      booking={dragging.booking}
      target={target}
      axis={axis}
      side={side}
      resourceName={resource?.name}
    />
  )
}

type ClosedNameProps = Pick<BoardPart, 'placed'> & { name: string; axis: Axis }

/** The name of a closure, at the first time of the day at which no entry covers it. */
function ClosedName({ name, placed, axis }: ClosedNameProps) {
  const from = firstFreeTime(CLOSED_NAME_MINUTES, { earliest: axis.hours.from, taken: placed })
  return (
    <p
      className={`muted tiny break hyphens ${styles.closed}`}
      style={placeStyleOn(axis, { from, to: axis.hours.to })}
    >
      <b className={styles.reason}>{name}</b> geschlossen
    </p>
  )
}

/** The line at the present time in today's column. Its own component, so that each minute redraws only it. */
function NowLine({ day, axis }: { day: Day; axis: Axis }) {
  const now = useNow()
  const at = wallMinutesAt(now)
  if (viennaDay(now) !== day || at < axis.hours.from || at > axis.hours.to) return null
  return (
    <div className={styles.now} style={{ '--from': `${yOf(axis, at)}px` } as CSSProperties}>
      <span className="visually-hidden">jetzt {timeOfDay(now)}</span>
    </div>
  )
}
