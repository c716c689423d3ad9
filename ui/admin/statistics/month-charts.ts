import type { MonthFigures } from './use-statistics.ts'

/** The colour of a series in the stylesheet: two of them by their meaning, the others by their shade. */
export type SeriesLook = 'main' | 'deep' | 'pale' | 'unknown' | 'loss'

/** The segments of one colour, with a value for each month; null if there was nothing to measure. */
export type Series = Readonly<{
  name: string
  look: SeriesLook
  value: (month: MonthFigures) => number | null
}>

/** A chart with one bar for each month. */
export type MonthChart = Readonly<{
  title: string
  /** A sentence below the title, where the title does not say what is counted. */
  lead?: string
  /** Stands behind each value, such as `Std.`. */
  unit?: string
  /** The segments of a bar, from the bottom up. */
  series: readonly Series[]
}>

/** The charts, in the order of the page (docs/behaviour.md 12.50). */
export const MONTH_CHARTS: readonly MonthChart[] = [
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
