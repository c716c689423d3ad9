import { MOVE_ASKED } from './booking.ts'
import { shortDayTime, type When } from './format.ts'

/**
 * Writes the note beside an appointment's present time: `Verschiebung angefragt → Di 12. Jänner, 08:30`.
 */
export function askedTimeNote(start: When): string {
  return `${MOVE_ASKED.label} → ${shortDayTime(start)}`
}

/**
 * Writes the note beside the time that is asked for: `Verschiebung angefragt, bisher Di 12. Jänner, 08:30`.
 */
export function presentTimeNote(start: When): string {
  return `${MOVE_ASKED.label}, bisher ${shortDayTime(start)}`
}
