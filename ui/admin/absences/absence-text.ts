import { addDays } from '../../../src/shared/day.ts'
import { fullDay, longDay, shortDay, timeOfDay } from '../../../src/shared/format.ts'
import { dayOfIso } from '../components/iso-day.ts'
import { yearPart } from '../components/month-sheet.ts'

/**
 * An absence with start and end as ISO 8601 instants. If it lasts whole days, it also has its first and last
 * day.
 */
type TimedAbsence = {
  kind: 'block' | 'closure' | 'holiday'
  start: string
  end: string
  from?: string | undefined
  to?: string | undefined
}

/** The labels of the kinds of absences. */
export const ABSENCE_KIND_LABELS: Readonly<Record<TimedAbsence['kind'], string>> = {
  block: 'Gesperrt',
  closure: 'Geschlossen',
  holiday: 'Feiertag',
}

/** Returns `Dienstag, 12. Jänner 2027, 14:00 bis 17:30`. Whole days have no times. */
export function absenceTimeText({ start, end, from: firstDay, to: lastDay }: TimedAbsence): string {
  if (firstDay !== undefined && lastDay !== undefined) return daysText({ firstDay, lastDay })
  const [startDay, endDay, endTime] = [dayOfIso(start), dayOfIso(end), timeOfDay(end)]
  const startText = `${fullDay(start)}, ${timeOfDay(start)}`
  if (startDay === endDay) return `${startText} bis ${endTime}`
  // The first midnight after the start is the end of its day. A later one is 00:00 of the day that is named.
  const isUntilMidnight = endTime === '00:00' && addDays(startDay, 1) === endDay
  return isUntilMidnight ? `${startText} bis 24:00` : `${startText} bis ${fullDay(end)}, ${endTime}`
}

/** Returns the days, the first one without its year if the last one is in the same year. */
function daysText({ firstDay, lastDay }: Readonly<{ firstDay: string; lastDay: string }>): string {
  if (firstDay === lastDay) return fullDay(firstDay)
  const isSameYear = yearPart(firstDay) === yearPart(lastDay)
  return `${isSameYear ? longDay(firstDay) : fullDay(firstDay)} bis ${fullDay(lastDay)}`
}

/** Returns the name of an absence for its button, such as `„Urlaub“ (Mo 8. Februar)`. */
export function absenceNameText({ title, start }: { title: string; start: string }): string {
  return `„${title}“ (${shortDay(start)})`
}
