import { monthYear } from '../../../src/shared/format.ts'
import { type MonthChart, totalOf } from './month-charts.ts'
import { numberText } from './number-text.ts'
import styles from './statistics.module.css'
import type { MonthFigures } from './use-statistics.ts'

type ChartTableProps = { chart: MonthChart; months: readonly MonthFigures[] }

/** The figures as a table, the newest month first. */
export function ChartTable({ chart, months }: ChartTableProps) {
  const { title, series, unit } = chart
  return (
    <table className={`small num ${styles.numbers}`}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Monat</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {series.length > 1 && <th scope="col">Zusammen</th>}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.month}>
            <th scope="row">
              {monthYear(`${month.month}-01`)}
              {month.running && ', läuft noch'}
            </th>
            {series.map(({ name, value }) => (
              <td key={name}>
                {numberText(value(month))}
                {unit && value(month) !== null && ` ${unit}`}
              </td>
            ))}
            {series.length > 1 && <td>{numberText(totalOf(series, month))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
