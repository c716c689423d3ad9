import type { Day } from '../../../src/shared/day.ts'
import { dayOfMonth, shortDay, shortWeekday } from '../../../src/shared/format.ts'
import type { Closure } from '../../api/free-times.ts'

/**
 * Returns `Geschlossen von Mo 2. bis Fr 6. August: Urlaub` or `Mi 6. Jänner geschlossen: Heilige Drei
 * Könige`.
 */
export function closureText({ from, to, reason }: Closure, today: Day): string {
  const when =
    from === to
      ? `${shortDay(from, today)} geschlossen`
      : `Geschlossen von ${start(from, to, today)} bis ${shortDay(to, today)}`
  return reason === '' ? when : `${when}: ${reason}`
}

export function isClosedOn(closures: readonly Closure[], day: Day): boolean {
  return closures.some(({ from, to }) => from <= day && day <= to)
}

/** Returns the first day of a closure. Month and year are left out where the last day has the same ones. */
function start(from: Day, to: Day, today: Day): string {
  if (from.slice(0, 7) === to.slice(0, 7)) return `${shortWeekday(from)}\u00a0${dayOfMonth(from)}.`
  return shortDay(from, from.slice(0, 4) === to.slice(0, 4) ? from : today)
}
