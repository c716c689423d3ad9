import { addDays, DAY_LENGTH, HOUR, MINUTE } from '../../src/shared/day.ts'
import { fullDayTime, timeOfDay } from '../../src/shared/format.ts'
import { viennaDay } from '../../src/shared/vienna-clock.ts'

/** Spans from this number of hours on are given in days. */
const LEAST_HOURS_FOR_DAYS = 48

/**
 * Returns day and span, such as `heute` and `in rund 15 Stunden`, for an appointment of today or tomorrow.
 * Returns undefined for a later appointment, and once the appointment has begun.
 * @param hours the hours from now until `start`, so that the present day follows from both
 */
export function nearStart(start: string, hours: number): { day: string; span: string } | undefined {
  const startsAt = Date.parse(start)
  const today = viennaDay(startsAt - hours * HOUR)
  const day = viennaDay(startsAt)
  if (hours <= 0 || day > addDays(today, 1)) return undefined
  return { day: day === today ? 'heute' : 'morgen', span: spanOf(hours) }
}

/**
 * Returns `Ihr Termin ist heute um 23:00, in rund 15 Stunden.`, or another sentence for other distances.
 * @param hours the hours until `start`, with decimals; negative after it
 */
export function startSentence(start: string, hours: number): string {
  if (hours <= 0) {
    const startsAt = Date.parse(start)
    const isToday = viennaDay(startsAt) === viennaDay(startsAt - hours * HOUR)
    return `Ihr Termin ${isToday ? 'hat bereits begonnen:' : 'war am'} ${fullDayTime(start)}.`
  }
  const near = nearStart(start, hours)
  if (near === undefined) return `Ihr Termin ist am ${fullDayTime(start)}.`
  return `Ihr Termin ist ${near.day} um ${timeOfDay(start)}, ${near.span}.`
}

/**
 * Returns how to move or cancel after the cut-off: `Dieser Termin ist in rund 3 Stunden, verschieben oder
 * absagen bitte telefonisch.`
 * @param hours the hours until the start
 */
export function byPhoneSentence(hours: number): string {
  return `Dieser Termin ist ${spanOf(hours)}, verschieben oder absagen bitte telefonisch.`
}

/** Returns `in 3 Tagen`, `in rund 15 Stunden` or `in 30 Minuten`; never less than a minute. */
function spanOf(hours: number): string {
  if (hours >= LEAST_HOURS_FOR_DAYS) return `in ${Math.round((hours * HOUR) / DAY_LENGTH)}\u00a0Tagen`
  const minutes = Math.max(1, Math.round((hours * HOUR) / MINUTE))
  if (minutes < 60) return minutes === 1 ? 'in einer Minute' : `in ${minutes}\u00a0Minuten`
  const rounded = Math.round(hours)
  return rounded === 1 ? 'in rund einer Stunde' : `in rund ${rounded}\u00a0Stunden`
}
