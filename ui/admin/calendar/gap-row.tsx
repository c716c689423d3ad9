import { type Day, MINUTES_PER_DAY, wallTime } from '../../../src/shared/day.ts'
import { Button } from '../../components/button.tsx'
import type { AppointmentRowProps } from './appointment-row.tsx'
import { spanText, type WallSpan } from './wall-span.ts'

export type GapRowProps = Pick<AppointmentRowProps, 'onEnter'> & {
  day: Day
  gap: WallSpan
  /** Opens the form that blocks a time. */
  onBlock: (block: { day: Day; start: string; end: string }) => void
}

/** Free time, in which an appointment can be entered, or which can be blocked. */
export function GapRow({ day, gap, onEnter, onBlock }: GapRowProps) {
  const time = spanText(gap)
  const start = wallTime(gap.from)
  return (
    <li className="row between muted small">
      <span className="num">frei {time}</span>
      <span className="row">
        <Button
          kind="link"
          aria-label={`Termin um ${start} eintragen`}
          onClick={() => onEnter({ day, time: start })}
        >
          Eintragen
        </Button>
        <Button
          kind="link"
          aria-label={`${time} sperren`}
          // A gap up to midnight ends at 00:00, because the form has no 24:00.
          onClick={() => onBlock({ day, start, end: wallTime(gap.to % MINUTES_PER_DAY) })}
        >
          Sperren
        </Button>
      </span>
    </li>
  )
}
