import { type Day, type WallMinutes, wallTime } from '../../../src/shared/day.ts'
import { type Axis, placeOn } from './axis.ts'
import type { WallSpan } from './wall-span.ts'
import styles from './week-board.module.css'

/** Minutes between the starts that a press on free time offers. */
const ENTRY_STEP_MINUTES = 30

type EmptyTimesProps = {
  day: Day
  axis: Axis
  /** Earlier times are over, such as `2027-01-12T08:30`. */
  since: string
  onEnter: (day: Day, time: string) => void
}

/**
 * The free times, for a press with which an appointment is entered. Only a pointer reaches these buttons.
 * Keyboard users press "Termin eintragen" instead of a hundred stops.
 */
export function EmptyTimes({ day, axis, since, onEnter }: EmptyTimesProps) {
  return emptyTimes(axis.hours)
    .filter((time) => `${day}T${wallTime(time)}` >= since)
    .map((time) => (
      <button
        key={time}
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={`tiny num ${styles.empty}`}
        style={placeOn(axis, { from: time, to: time + ENTRY_STEP_MINUTES })}
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
