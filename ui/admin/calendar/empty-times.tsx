import { type Day, type WallMinutes, wallTime } from '../../../src/shared/day.ts'
import { type Axis, placeOn } from './axis.ts'
import type { WallSpan } from './wall-span.ts'
import styles from './week-board.module.css'

/** Minutes between the starts that a press on free time offers. */
const ENTRY_STEP_MINUTES = 30

type EmptyTimesProps = {
  day: Day
  axis: Axis
  /** The present wall time, such as `2027-01-12T08:30`. Earlier times are over and cannot be pressed. */
  since: string
  onEnter: (day: Day, time: string) => void
}

/**
 * Invisible buttons behind the entries of a column, which enter an appointment where time is free. Only a
 * pointer reaches them. They would be a hundred stops for a keyboard, so its users press "Termin eintragen".
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
        style={placeOn(axis, { from: time, to: time + ENTRY_STEP_MINUTES })}
        data-time={wallTime(time)}
        onClick={() => onEnter(day, wallTime(time))}
      />
    ))
}

/** Returns the start of each button, from the first hour of the axis on. */
function buttonTimes({ from, to }: WallSpan): WallMinutes[] {
  return Array.from(
    { length: Math.floor((to - from) / ENTRY_STEP_MINUTES) },
    (_, i) => from + i * ENTRY_STEP_MINUTES,
  )
}
