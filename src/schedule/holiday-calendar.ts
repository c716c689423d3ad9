import type { Day } from '../shared/day.ts'

/** A public holiday of all Austria, or a regional one, on which schools and offices of the province alone are closed. */
export type Holiday = Readonly<{ date: Day; name: string; regional: boolean }>

/** Years for which the calendar is asked. No two public holidays fall on one day in any of them. */
export const HOLIDAY_YEARS = { from: 2020, to: 2100 } as const

/** The patron saint of Vorarlberg, always on 19 March. */
const ST_JOSEF = { name: 'St. Josef', regional: true } as const

/** Austria's public holidays of a year and the regional ones, by date. The calendar of the world is large and is read at the first call. */
export async function listCalendar(year: number): Promise<Holiday[]> {
  const { default: Holidays } = await import('date-holidays')
  const austrian = new Holidays('AT', { types: ['public'], languages: ['de-at', 'de'] })
  return austrian
    .getHolidays(year)
    .map(({ date, name }): Holiday => ({ date: date.slice(0, 10), name, regional: false }))
    .concat({ date: `${year}-03-19`, ...ST_JOSEF })
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}
