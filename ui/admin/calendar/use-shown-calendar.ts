import { useSearchState } from '../components/use-search-state.ts'
import { calendarOf } from './board-columns.ts'
import { isCancelledOrRejected } from './board-items.ts'
import type { Calendar } from './use-calendar.ts'

/**
 * Returns the calendar of the shown doctor or room, and the calendar of all. The URL says whether cancelled
 * and rejected appointments are shown (`?off=1`).
 * @param resourceId of the shown doctor or room; undefined for all
 */
export function useShownCalendar(calendar: Calendar, resourceId: string | undefined) {
  const [{ off }] = useSearchState('off')
  const showsCancelled = off !== ''
  const bookings = showsCancelled
    ? calendar.bookings
    : calendar.bookings.filter((row) => !isCancelledOrRejected(row))
  const calendarOfAll = { ...calendar, bookings }
  const shownCalendar = resourceId === undefined ? calendarOfAll : calendarOf(calendarOfAll, resourceId)
  return { shownCalendar, calendarOfAll, showsCancelled }
}
