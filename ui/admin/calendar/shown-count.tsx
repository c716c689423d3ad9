import type { Day } from '../../../src/shared/day.ts'
import { monthPart } from '../components/month-sheet.ts'
import { activeCountText, appointmentCountText } from './appointment-count.ts'
import { calendarOf } from './board-columns.ts'
import { weekNumber } from './periods.ts'
import { useCalendar } from './use-calendar.ts'
import { useDayLoads } from './use-day-loads.ts'
import { useShownResourceId } from './use-shown-resource-id.ts'

/** The number of the week, and the number of appointments on the shown days. */
export function PeriodCount({ period, day }: { period: 'week' | 'day'; day: Day }) {
  const { data } = useCalendar(period, day)
  const resourceId = useShownResourceId(period)
  const shown = data && resourceId !== undefined ? calendarOf(data, resourceId) : data
  const week = `Kalenderwoche ${weekNumber(day)}`
  const count = shown && activeCountText(shown.bookings.map(({ status }) => status))
  // It is one text, because screen readers announce only the text that has changed.
  return (
    <p className="muted tiny" aria-live="polite">
      {count === undefined ? week : `${week}, ${count}`}
    </p>
  )
}

/** The number of appointments in the month, without those of adjacent months on its sheet. */
export function MonthCount({ day }: { day: Day }) {
  const { data } = useDayLoads(day)
  const counts = data?.filter(({ date }) => monthPart(date) === monthPart(day)).map(({ count }) => count)
  return (
    <p className="muted tiny" aria-live="polite">
      {/* A blank keeps the height of the line until the count is loaded. */}
      {counts ? appointmentCountText(counts.reduce((sum, count) => sum + count, 0)) : '\u00a0'}
    </p>
  )
}
