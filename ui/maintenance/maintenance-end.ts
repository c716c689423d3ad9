import { fullDay, fullDayTime } from '../../src/shared/format.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/

/**
 * Formats a Vienna day or an ISO instant with offset for "voraussichtlich bis". Returns any other text as it
 * is.
 */
export function maintenanceEndText(until: string): string {
  if (DAY.test(until) && isDate(until)) return fullDay(until)
  if (INSTANT.test(until) && isDate(until)) return fullDayTime(until)
  return until
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}
