import type { Day, Instant } from '../../../src/shared/day.ts'

// Swedish writes a date as YYYY-MM-DD.
let calendar: Intl.DateTimeFormat | undefined

/** The Vienna day on which the instant lies, wherever the browser stands. */
export function viennaDay(instant: Instant): Day {
  calendar ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' })
  return calendar.format(instant)
}
