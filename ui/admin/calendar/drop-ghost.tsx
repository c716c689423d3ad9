import { wallTime } from '../../../src/shared/day.ts'
import { dayOfMonth, shortWeekday, timeOfDay } from '../../../src/shared/format.ts'
import { type Axis, placeOn } from './axis.ts'
import type { Drop } from './drop.ts'
import type { CalendarBooking } from './use-calendar.ts'
import styles from './week-board.module.css'

const VERDICTS: Readonly<Record<Drop['verdict'], string>> = {
  free: '',
  outside: 'außerhalb der Ordination',
  same: 'unverändert',
  taken: 'belegt',
  over: 'schon vorbei',
  unoffered: 'bietet das nicht an',
}

type DropGhostProps = {
  booking: CalendarBooking
  target: Drop
  axis: Axis
  /** The side of the column at which the text is aligned. */
  side: 'start' | 'end'
  /** Whose column it is, where there are several. */
  name: string | undefined
}

/** The dragged appointment at the time that it would get. */
export function DropGhost({ axis, target, ...rest }: DropGhostProps) {
  return (
    <div className={styles.ghost} style={placeOn(axis, target)} data-verdict={target.verdict}>
      <DropText target={target} {...rest} />
    </div>
  )
}

/** Shows `Di 12. 09:00 → 10:30`, another doctor, and the reason against that time, if there is one. */
function DropText({
  booking,
  target: { day, from, resource, verdict },
  side,
  name,
}: Omit<DropGhostProps, 'axis'>) {
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
