import { addDays, HOUR, MINUTE } from '../../src/shared/day.ts'
import { fullDayTime, timeOfDay } from '../../src/shared/format.ts'
import { viennaDay } from '../api/server-clock.ts'

/** Like `heute` and `in rund 15 Stunden`; undefined for an appointment that has begun, or begins later than tomorrow. */
export function nearStart(start: string, hours: number): { day: string; span: string } | undefined {
  const startsAt = Date.parse(start)
  const today = viennaDay(startsAt - hours * HOUR)
  const day = [today, addDays(today, 1)].indexOf(viennaDay(startsAt))
  if (hours <= 0 || day === -1) return undefined
  return { day: day === 0 ? 'heute' : 'morgen', span: spanOf(hours) }
}

/** `Ihr Termin ist heute um 23:00, in rund 15 Stunden.` Hours may have decimals, and are negative after the start. */
export function startSentence(start: string, hours: number): string {
  if (hours <= 0) return `Ihr Termin hat bereits begonnen: ${fullDayTime(start)}.`
  const near = nearStart(start, hours)
  if (near === undefined) return `Ihr Termin ist am ${fullDayTime(start)}.`
  return `Ihr Termin ist ${near.day} um ${timeOfDay(start)}, ${near.span}.`
}

function spanOf(hours: number): string {
  const minutes = Math.max(1, Math.round((hours * HOUR) / MINUTE))
  if (minutes < 60) return minutes === 1 ? 'in einer Minute' : `in ${minutes}\u00a0Minuten`
  const rounded = Math.round(hours)
  return rounded === 1 ? 'in rund einer Stunde' : `in rund ${rounded}\u00a0Stunden`
}
