import type { Day } from '../../../src/shared/day.ts'
import { dayOfMonth, shortDay, shortWeekday } from '../../../src/shared/format.ts'
import type { Closure } from '../../api/public.ts'

/** `Geschlossen von Mo 2. bis Fr 6. August: Urlaub`, `Mi 6. Jänner geschlossen: Heilige Drei Könige` */
export function closureText({ from, to, reason }: Closure): string {
  const when =
    from === to ? `${shortDay(from)} geschlossen` : `Geschlossen von ${start(from, to)} bis ${end(from, to)}`
  return reason === '' ? when : `${when}: ${reason}`
}

export function isClosed(closures: readonly Closure[], day: Day): boolean {
  return closures.some(({ from, to }) => from <= day && day <= to)
}

/** Without the month where both days are in the same one. */
function start(from: Day, to: Day): string {
  return from.slice(0, 7) === to.slice(0, 7) ? `${shortWeekday(from)} ${dayOfMonth(from)}.` : shortDay(from)
}

/** With the year where it differs from the first day's. */
function end(from: Day, to: Day): string {
  return from.slice(0, 4) === to.slice(0, 4) ? shortDay(to) : `${shortDay(to)} ${to.slice(0, 4)}`
}
