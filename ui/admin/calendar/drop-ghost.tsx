import { wallTime } from '../../../src/shared/day.ts'
import { dayOfMonth, shortWeekday, timeOfDay } from '../../../src/shared/format.ts'
import { type Axis, placeStyleOn } from './axis.ts'
import styles from './dragging.module.css'
import type { Drop } from './drop.ts'
import type { CalendarBooking } from './use-calendar.ts'

/** The text for each verdict on a drop; empty if the appointment can simply be dropped. */
const VERDICT_TEXTS: Readonly<Record<Drop['verdict'], string>> = {
  free: '',
  outside: 'außerhalb der Ordination',
  unchanged: 'unverändert',
  taken: 'belegt',
  past: 'schon vorbei',
  unoffered: 'bietet das nicht an',
}

type DropGhostProps = {
  booking: CalendarBooking
  target: Drop
  axis: Axis
  /** The side of the column at which the text is aligned. */
  side: 'start' | 'end'
  /** The doctor or room of the column, where there are several. */
  resourceName: string | undefined
}

/** The dragged appointment at the time that it would get. */
export function DropGhost({ booking, target, axis, side, resourceName }: DropGhostProps) {
  return (
    <div className={styles.ghost} style={placeStyleOn(axis, target)} data-verdict={target.verdict}>
      <DropText booking={booking} target={target} side={side} resourceName={resourceName} />
    </div>
  )
}

/** Shows `Di 12. 09:00 → 10:30`, another doctor, and the reason against that time, if there is one. */
function DropText({
  booking,
  target: { day, from, resourceId, verdict },
  side,
  resourceName,
}: Omit<DropGhostProps, 'axis'>) {
  const verdictText = VERDICT_TEXTS[verdict]
  return (
    <p className={`tiny semibold num ${styles.dropText}`} data-side={side}>
      <span className="nowrap">
        {shortWeekday(day)} {dayOfMonth(day)}. {timeOfDay(booking.start)} → {wallTime(from)}
      </span>
      {resourceName && resourceId !== booking.resource_id && <span>{resourceName}</span>}
      {verdictText && <span>{verdictText}</span>}
    </p>
  )
}
