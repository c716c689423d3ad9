import type { InferResponseType } from 'hono/client'
import { fullDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { busyTimesText, MOST_BUSY_TIMES } from '../../../src/shared/other-calendar.ts'
import type { admin } from '../../api/admin.ts'
import { dayOfIso } from '../components/iso-day.ts'

/** One of the doctor's other calendars, with the result of the last reading. */
export type OtherCalendar = InferResponseType<typeof admin.calendars.$get>[number]

/** Returns the end of a busy time as text. On the day of its start the time of day is enough. */
export function busyUntilText(start: string, end: string): string {
  return dayOfIso(start) === dayOfIso(end) ? timeOfDay(end) : fullDayTime(end)
}

/** Says what the last reading found, and how many entries it could not read. */
export function readingText({ found, unread, unknown_zone, cut }: OtherCalendar): string {
  // Austrian German would write 5000 with a space in it, which reads like two numbers.
  const mostTimes = MOST_BUSY_TIMES.toLocaleString('de-DE')
  return [
    busyTimesText(found),
    cut && `es gibt noch mehr, gelesen werden die ersten ${mostTimes}`,
    unread > 0 && `${entriesText(unread)} nicht lesbar`,
    unknown_zone > 0 && `${entriesText(unknown_zone)} mit unbekannter Zeitzone, gelesen wie in Wien`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Returns the number of entries of the calendar, in words. */
function entriesText(count: number): string {
  return count === 1 ? '1 Eintrag' : `${count} Einträge`
}
