import type { Day } from '../../../src/shared/day.ts'
import { dayOfMonth, shortDay, shortWeekday } from '../../../src/shared/format.ts'
import type { Closure } from '../../api/free-times.ts'

/**
 * Returns `Geschlossen von Mo 2. bis Fr 6. August: Urlaub`, or for a single day `Mi 6. Jänner geschlossen:
 * Heilige Drei Könige`. The year is named only where it is not that of `today`.
 */
export function closureText({ from, to, reason }: Closure, today: Day): string {
  const when =
    from === to
      ? `${shortDay(from, today)} geschlossen`
      : `Geschlossen von ${firstDayText({ from, to }, today)} bis ${shortDay(to, today)}`
  return reason === '' ? when : `${when}: ${reason}`
}

/** Returns whether one of the closures includes the day. */
export function isClosedOn(closures: readonly Closure[], day: Day): boolean {
  return closures.some(({ from, to }) => from <= day && day <= to)
}

/** Returns the first day of a closure. Month and year are left out where the last day has the same ones. */
function firstDayText({ from, to }: Pick<Closure, 'from' | 'to'>, today: Day): string {
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  if (isSameMonth) return `${shortWeekday(from)}\u00a0${dayOfMonth(from)}.`
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  // A day of its own year is written without the year.
  return shortDay(from, isSameYear ? from : today)
}
