import type { HourLoad } from '../../backoffice/hour-loads.ts'
import type { MonthFigures } from '../../backoffice/statistics.ts'
import { WEEKDAYS } from '../../shared/hours.ts'
import { writeCsv } from './csv.ts'

/** How to read each cell of a row, by the heading of its column. */
type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

const MONTH_COLUMNS: Columns<MonthFigures> = {
  Monat: ({ month }) => month,
  Buchungen: ({ bookings }) => bookings,
  'Erste Besuche': ({ firstVisits }) => firstVisits,
  'Online angefragt': ({ asked }) => asked,
  Beantwortet: ({ answered }) => answered,
  'Stunden bis zur Antwort (Median)': ({ hoursToAnswer }) => hoursToAnswer,
  Abgelehnt: ({ rejected }) => rejected,
  Abgesagt: ({ cancelled }) => cancelled,
  'Abgesagt von Patienten': ({ cancelledBy }) => cancelledBy.patient,
  'Abgesagt von der Ordination': ({ cancelledBy }) => cancelledBy.practice,
  'Abgesagt unter 24 Stunden vorher': ({ cancelledAhead }) => cancelledAhead.withinDay,
  'Abgesagt 1 bis 7 Tage vorher': ({ cancelledAhead }) => cancelledAhead.withinWeek,
  'Abgesagt früher': ({ cancelledAhead }) => cancelledAhead.earlier,
  'Nicht erschienen': ({ missed }) => missed,
  'Tage im Voraus (Median)': ({ daysAhead }) => daysAhead,
  'Freie Zeit über die Warteliste vergeben': ({ fromWaitingList }) => fromWaitingList,
}

const HOUR_COLUMNS: Columns<HourLoad> = {
  Wochentag: ({ weekday }) => WEEKDAYS.find((each) => each.weekday === weekday)?.name ?? '',
  Stunde: ({ hour }) => `${String(hour).padStart(2, '0')}:00`,
  'Arbeitszeit in Minuten': ({ capacityMin }) => capacityMin,
  'Belegt in Minuten': ({ bookedMin }) => bookedMin,
}

/** Returns the figures of the months as a CSV table with German headings and decimal commas. */
export function monthsCsv(months: readonly MonthFigures[]): string {
  return tableOf(MONTH_COLUMNS, months)
}

/** Returns how full the hours of the week were, as a CSV table with German headings and decimal commas. */
export function hoursCsv(hours: readonly HourLoad[]): string {
  return tableOf(HOUR_COLUMNS, hours)
}

function tableOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const readers = Object.values(columns)
  return writeCsv([
    Object.keys(columns),
    ...rows.map((row) => readers.map((readCell) => cellText(readCell(row)))),
  ])
}

function cellText(value: string | number | null): string {
  if (value === null) return ''
  return typeof value === 'number' ? String(value).replace('.', ',') : value
}
