import { seriesText } from '../../../src/shared/series.ts'
import type { CalendarBooking } from './use-calendar.ts'

/** Returns the service of an appointment, and its place in a series, such as `Akupunktur, 3 von 6`. */
export function serviceText({
  service_name,
  series,
}: Pick<CalendarBooking, 'service_name' | 'series'>): string {
  return series === undefined ? service_name : `${service_name}, ${seriesText(series)}`
}
