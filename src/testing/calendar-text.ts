import { type CalendarReading, readCalendar } from '../calendars/read-calendar.ts'
import type { Interval } from '../shared/day.ts'
import { isoAt } from '../time/vienna.ts'

/** The two years from now on for which tests read calendars. */
export const READING_RANGE = {
  from: Date.parse('2027-01-07T12:40:00Z'),
  to: Date.parse('2029-01-06T12:40:00Z'),
}

/** Returns the text of a calendar file. @param entries the lines of each entry */
export function calendarText(...entries: readonly (readonly string[])[]): string {
  const blocks = entries.map((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...blocks, 'END:VCALENDAR', ''].join('\r\n')
}

/** @throws Error for a text that is no calendar */
export function readText(
  text: string,
  { busyOnly = true, ours = [] }: { busyOnly?: boolean; ours?: readonly string[] } = {},
): CalendarReading {
  const reading = readCalendar(text, READING_RANGE, { busyOnly, ours: new Set(ours) })
  if (reading === undefined) throw new Error('no calendar')
  return reading
}

/** Returns the times of a calendar with one entry, in Vienna's wall time. */
export function timesOfEntry(...lines: readonly string[]): string[] {
  return readText(calendarText(lines)).times.map(textOfTime)
}

/** Returns start and end in Vienna's wall time, with a slash between. */
export function textOfTime({ startsAt, endsAt }: Interval): string {
  return `${isoAt(startsAt)}/${isoAt(endsAt)}`
}
