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
export function absenceTimeText({ start, end, from, to }: TimedAbsence): string {
  if (from !== undefined && to !== undefined)
    return from === to ? fullDay(from) : `${firstDayText(from, to)} bis ${fullDay(to)}`
  // The first midnight after the start is the end of its day.
  const isUntilMidnight = timeOfDay(end) === '00:00' && addDays(dayOfIso(start), 1) === dayOfIso(end)
  if (isUntilMidnight) return `${fullDay(start)}, ${timeOfDay(start)} bis 24:00`
  if (dayOfIso(start) === dayOfIso(end)) return `${fullDay(start)}, ${timeOfDay(start)} bis ${timeOfDay(end)}`
  return `${fullDay(start)}, ${timeOfDay(start)} bis ${fullDay(end)}, ${timeOfDay(end)}`
}

/** Returns the first day, without its year if the last day is in the same year. */
function firstDayText(from: string, to: string): string {
  return yearPart(from) === yearPart(to) ? longDay(from) : fullDay(from)
}

/** Returns the name of an absence for its button, such as `„Urlaub“ (Mo 8. Februar)`. */
export function absenceNameText({ title, start }: { title: string; start: string }): string {
  return `„${title}“ (${shortDay(start)})`
}
