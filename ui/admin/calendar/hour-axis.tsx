import type { CSSProperties } from 'react'
import { wallTime } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { useNow } from '../../api/server-clock.ts'
import { type Axis, yOf } from './axis.ts'
import { labelledHours } from './full-hours.ts'
import { wallMinutesAt } from './wall-clock.ts'
import styles from './week-board.module.css'

/** Shows the hours beside the columns, and with `hasToday` the present time. */
export function HourAxis({ axis, hasToday }: { axis: Axis; hasToday: boolean }) {
  return (
    <div className={`faint tiny num ${styles.axis}`} aria-hidden="true">
      {labelledHours(axis).map((at) => (
        <span key={at} style={{ '--from': `${yOf(axis, at)}px` } as CSSProperties}>
          {wallTime(at)}
        </span>
      ))}
      {hasToday && <NowOnAxis axis={axis} />}
    </div>
  )
}

/** The present time. Its own component, so that each minute redraws only this label. */
function NowOnAxis({ axis }: { axis: Axis }) {
  const now = useNow()
  const at = wallMinutesAt(now)
  if (at < axis.hours.from || at > axis.hours.to) return null
  return (
    <span
      className={`semibold ${styles.nowOnAxis}`}
      style={{ '--from': `${yOf(axis, at)}px` } as CSSProperties}
    >
      {timeOfDay(now)}
    </span>
  )
}
