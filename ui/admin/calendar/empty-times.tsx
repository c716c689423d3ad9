import { type Day, type WallMinutes, wallTime } from '../../../src/shared/day.ts'
import { type Axis, placeStyleOn } from './axis.ts'
import type { WallSpan } from './wall-span.ts'
import styles from './week-board.module.css'

/** Minutes between the starts that can be pressed. */
const ENTRY_STEP_MINUTES = 30

type EmptyTimesProps = {
  day: Day
  axis: Axis
  /** The present wall time, such as `2027-01-12T08:30`. Earlier times cannot be pressed. */
  since: string
  /** Called with a pressed time, `HH:MM`. */
  onEnter: (time: string) => void
}

/**
 * Invisible buttons behind the entries of a column. A press on free time enters an appointment there. The
 * keyboard does not reach them, because it would stop a hundred times; its users press "Termin eintragen".
 */
export function EmptyTimes({ day, axis, since, onEnter }: EmptyTimesProps) {
  return buttonTimes(axis.hours)
    .filter((time) => `${day}T${wallTime(time)}` >= since)
    .map((time) => (
      <button
        key={time}
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={`tiny num ${styles.empty}`}
        style={placeStyleOn(axis, { from: time, to: time + ENTRY_STEP_MINUTES })}
        data-time={wallTime(time)}
        onClick={() => onEnter(wallTime(time))}
      />
    ))
}

/** Returns the start of each button, from the first hour of the axis. */
function buttonTimes({ from, to }: WallSpan): WallMinutes[] {
  return Array.from(
    { length: Math.floor((to - from) / ENTRY_STEP_MINUTES) },
    (_, i) => from + i * ENTRY_STEP_MINUTES,
  )
}
