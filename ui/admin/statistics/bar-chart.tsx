import { useId } from 'react'
import { monthName, monthYear } from '../../../src/shared/format.ts'
import { type Figure, numberText, type Series, totalOf } from './figures.ts'
import styles from './statistics.module.css'
import type { MonthFigures } from './use-statistics.ts'

/** The bars in units of the drawing, which the page stretches to its width; `step` is from bar to bar. */
const BAR = { step: 10, width: 7, height: 100 }

/** A picture of one bar for each month, with its numbers as a table below. */
export function BarChart({ figure, months }: { figure: Figure; months: readonly MonthFigures[] }) {
  const { title, lead, series, unit = '' } = figure
  const id = useId()
  const most = Math.max(...months.map((month) => totalOf(series, month)))
  const last = months.at(-1)
  const summary = last
    ? `${title}: ${numberText(totalOf(series, last))} ${unit} im laufenden Monat, höchstens ${numberText(most)} ${unit}. Alle Werte stehen in der Tabelle.`
    : title
  return (
    <section className="card padded stack gap-3" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead && <p className="lead small">{lead}</p>}
      </div>
      {series.length > 1 && (
        <ul className={`row gap-3 small ${styles.legend}`} aria-hidden="true">
          {series.map(({ name, look }) => (
            <li key={name} className="with-icon" data-look={look}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <figure>
        <p className="num muted tiny" aria-hidden="true">
          {numberText(most)} {unit}
        </p>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${months.length * BAR.step} ${BAR.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary.replace(/ +/g, ' ')}
        >
          {months.map((month, index) =>
            partsOf(series, month, most).map(({ name, look, top, height }) => (
              <rect
                key={`${month.month} ${name}`}
                x={index * BAR.step + (BAR.step - BAR.width) / 2}
                y={top}
                width={BAR.width}
                height={height}
                data-look={look}
                data-running={month.running || undefined}
              />
            )),
          )}
        </svg>
        <ol className={`num muted tiny ${styles.ticks}`} aria-hidden="true">
          {months.map(({ month }) => (
            <li key={month} data-year={month.endsWith('-01') ? month.slice(0, 4) : undefined}>
              {monthName(`${month}-01`).slice(0, 1)}
            </li>
          ))}
        </ol>
      </figure>
      <details className={styles.details}>
        <summary className="small">Als Tabelle</summary>
        <FigureTable figure={figure} months={months} />
      </details>
    </section>
  )
}

/**
 * Returns the parts of a month's bar from the bottom up, one for each series.
 * @param most the value that fills the height
 */
function partsOf(series: readonly Series[], month: MonthFigures, most: number) {
  let top = BAR.height
  return series.map(({ name, look, value }) => {
    const height = most === 0 ? 0 : ((value(month) ?? 0) / most) * BAR.height
    top -= height
    return { name, look, top, height }
  })
}

/** The figures as a table, the newest month first. */
function FigureTable({ figure, months }: { figure: Figure; months: readonly MonthFigures[] }) {
  const { title, series, unit } = figure
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
