import { MOVE_ASKED } from './booking.ts'
import { shortDayTime, type When } from './format.ts'

/** Beside an appointment: `Verschiebung angefragt → Di 12. Jänner, 08:30`. */
export function askedFor(start: When): string {
  return `${MOVE_ASKED.label} → ${shortDayTime(start)}`
}

/** Beside the time that is asked for: `Verschiebung angefragt, bisher Di 12. Jänner, 08:30`. */
export function askedInsteadOf(start: When): string {
  return `${MOVE_ASKED.label}, bisher ${shortDayTime(start)}`
}
