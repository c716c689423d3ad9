import type { HourLoad, MonthFigures } from './use-statistics.ts'

/** The meaning of a series, for which the stylesheet has a colour; `loss` is red. */
export type SeriesLook = 'main' | 'deep' | 'pale' | 'unknown' | 'loss'

/** One colour of a chart, with a value for each month; null if there was nothing to measure. */
export type Series = Readonly<{
  name: string
  look: SeriesLook
  value: (month: MonthFigures) => number | null
}>

/** A chart with one bar for each month. */
export type Figure = Readonly<{
  title: string
  lead?: string
  /** Stands behind each value, such as `Std.`. */
  unit?: string
  /** The segments of a bar, from the bottom up. */
  series: readonly Series[]
}>

/** The charts, in the order of the page (docs/behaviour.md 12.50). */
export const FIGURES: readonly Figure[] = [
  {
    title: 'Buchungen',
    lead: 'Alle Termine des Monats, auch abgelehnte und abgesagte.',
    series: [
      { name: 'Erste Besuche', look: 'deep', value: ({ first_visits }) => first_visits },
      { name: 'Weitere', look: 'main', value: ({ bookings, first_visits }) => bookings - first_visits },
    ],
  },
  {
    title: 'Nicht erschienen',
    series: [{ name: 'Nicht erschienen', look: 'loss', value: ({ missed }) => missed }],
  },
  {
    title: 'Absagen: von wem',
    series: [
      { name: 'Patienten', look: 'main', value: ({ cancelled_by }) => cancelled_by.patient },
      { name: 'Ordination', look: 'deep', value: ({ cancelled_by }) => cancelled_by.practice },
      {
        name: 'Unbekannt',
        look: 'unknown',
        value: ({ cancelled, cancelled_by }) => cancelled - cancelled_by.patient - cancelled_by.practice,
      },
    ],
  },
  {
    title: 'Absagen: wie lange vorher',
    series: [
      { name: 'Unter 24 Stunden', look: 'loss', value: ({ cancelled_ahead }) => cancelled_ahead.within_day },
      { name: '1 bis 7 Tage', look: 'main', value: ({ cancelled_ahead }) => cancelled_ahead.within_week },
      { name: 'Früher', look: 'pale', value: ({ cancelled_ahead }) => cancelled_ahead.earlier },
    ],
  },
  {
    title: 'Anfragen von Patienten',
    series: [
      { name: 'Beantwortet', look: 'main', value: ({ answered }) => answered },
      { name: 'Ohne Antwort', look: 'unknown', value: ({ asked, answered }) => asked - answered },
    ],
  },
  {
    title: 'Zeit bis zur Antwort',
    lead: 'Median: die Hälfte der Anfragen war schneller beantwortet.',
    unit: 'Std.',
    series: [{ name: 'Stunden', look: 'main', value: ({ hours_to_answer }) => hours_to_answer }],
  },
  {
    title: 'Tage im Voraus',
    lead: 'Von der Buchung bis zum Termin, Median.',
    unit: 'Tage',
    series: [{ name: 'Tage', look: 'main', value: ({ days_ahead }) => days_ahead }],
  },
  {
    title: 'Über die Warteliste vergeben',
    lead: 'Termine zu einer Zeit, die frei geworden war.',
    series: [{ name: 'Termine', look: 'main', value: ({ from_waiting_list }) => from_waiting_list }],
  },
]

/** Returns the value of a month's whole bar. A series without a value counts as 0. */
export function totalOf(series: readonly Series[], month: MonthFigures): number {
  return series.reduce((sum, { value }) => sum + (value(month) ?? 0), 0)
}

/** Returns the numbers at the top of the page, for all these months together. Shares are of all bookings. */
export function sumsOf(months: readonly MonthFigures[]): Sums {
  const sum = (value: (month: MonthFigures) => number) =>
    months.reduce((total, month) => total + value(month), 0)
  const bookings = sum((month) => month.bookings)
  const share = (count: number) => (bookings === 0 ? null : count / bookings)
  return {
    bookings,
    firstVisits: sum(({ first_visits }) => first_visits),
    cancelled: share(sum(({ cancelled }) => cancelled)),
    cancelledLate: share(sum(({ cancelled_ahead }) => cancelled_ahead.within_day)),
    missed: share(sum(({ missed }) => missed)),
    fromWaitingList: sum(({ from_waiting_list }) => from_waiting_list),
  }
}

/** Sums over some months. Shares go from 0 to 1, and are null if there is no booking. */
export type Sums = Readonly<{
  bookings: number
  firstVisits: number
  cancelled: number | null
  cancelledLate: number | null
  missed: number | null
  fromWaitingList: number
}>

const NUMBERS = new Intl.NumberFormat('de-AT', { maximumFractionDigits: 1 })
const SHARES = new Intl.NumberFormat('de-AT', { style: 'percent', maximumFractionDigits: 1 })

/** Writes a number as `1.204` or `2,5`, and null, a missing measurement, as a dash. */
export function numberText(value: number | null): string {
  return value === null ? '–' : NUMBERS.format(value)
}

/** Writes a share of 0.021 as `2,1 %`, and null, a share of nothing, as a dash. */
export function shareText(share: number | null): string {
  return share === null ? '–' : SHARES.format(share)
}

/** Returns the booked share of an hour's working time, from 0 to 1. */
export function hourShare({ capacity_min, booked_min }: HourLoad): number {
  return capacity_min === 0 ? 0 : Math.min(1, booked_min / capacity_min)
}
