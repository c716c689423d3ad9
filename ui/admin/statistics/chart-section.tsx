import { useId } from 'react'
import { monthName } from '../../../src/shared/format.ts'
import { yearPart } from '../components/month-sheet.ts'
import { ChartTable } from './chart-table.tsx'
import { type MonthChart, type Series, totalOf } from './month-charts.ts'
import { numberText } from './number-text.ts'
import styles from './statistics.module.css'
import type { MonthFigures } from './use-statistics.ts'

/**
 * Sizes of a bar in units of the drawing, which the page stretches to its width. `step` is the distance from
 * the beginning of one bar to that of the next.
 */
const BAR = { step: 10, width: 7, height: 100 }

type ChartSectionProps = { chart: MonthChart; months: readonly MonthFigures[] }

/** A chart with a bar for each month, a legend, and the numbers as a table below. */
export function ChartSection({ chart, months }: ChartSectionProps) {
  const { title, lead, series, unit = '' } = chart
  const id = useId()
  const highest = Math.max(...months.map((month) => totalOf(series, month)))
  return (
    <section className="card padded stack gap-3" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead && <p className="lead small">{lead}</p>}
      </div>
      {series.length > 1 && <Legend series={series} />}
      <figure>
        <p className="num muted tiny" aria-hidden="true">
          {numberText(highest)} {unit}
        </p>
        <Bars chart={chart} months={months} highest={highest} />
        <MonthAxis months={months} />
      </figure>
      <details className={styles.details}>
        <summary className="small">Als Tabelle</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it on a phone */}
        <section className={styles.scrolling} tabIndex={0} aria-label={`Tabelle: ${title}`}>
          <ChartTable chart={chart} months={months} />
        </section>
      </details>
    </section>
  )
}

/** The name of each series beside its colour. Screen readers have the names in the table. */
function Legend({ series }: Pick<MonthChart, 'series'>) {
  return (
    <ul className={`row gap-3 small ${styles.legend}`} aria-hidden="true">
      {series.map(({ name, look }) => (
        <li key={name} className="with-icon" data-look={look}>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The first letter of each month below its bar, and the year at each January. */
function MonthAxis({ months }: Pick<ChartSectionProps, 'months'>) {
  return (
    <ol className={`num muted tiny ${styles.ticks}`} aria-hidden="true">
      {months.map(({ month }) => (
        <li key={month} data-year={month.endsWith('-01') ? yearPart(month) : undefined}>
          {monthName(`${month}-01`).slice(0, 1)}
        </li>
      ))}
    </ol>
  )
}

type BarsProps = ChartSectionProps & {
  /** The value of the highest bar, which fills the height. */
  highest: number
}

/** The drawing of the bars. Screen readers announce the values of the newest and of the highest bar. */
function Bars({ chart, months, highest }: BarsProps) {
  const { series } = chart
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${months.length * BAR.step} ${BAR.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summaryOf({ chart, newest: months.at(-1), highest })}
    >
      {months.map((month, index) =>
        segmentsOf({ series, month, highest }).map(({ name, look, top, height }) => (
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
  )
}

type Summarised = {
  chart: MonthChart
  /** The newest month, which is still running; undefined if there are no months. */
  newest: MonthFigures | undefined
  highest: number
}

/** Describes the drawing in words. */
function summaryOf({ chart, newest, highest }: Summarised): string {
  const { title, series, unit = '' } = chart
  if (newest === undefined) return title
  const withUnit = (value: number) => `${numberText(value)} ${unit}`.trim()
  return `${title}: ${withUnit(totalOf(series, newest))} im laufenden Monat, höchstens ${withUnit(highest)}. Alle Werte stehen in der Tabelle.`
}

type Bar = { series: readonly Series[]; month: MonthFigures; highest: number }

/** Returns the segments of a month's bar from the bottom up, one for each series. */
function segmentsOf({ series, month, highest }: Bar) {
  const heightOf = (value: number) => (highest === 0 ? 0 : (value / highest) * BAR.height)
  return series.map(({ name, look, value }, index) => ({
    name,
    look,
    // The segment ends where it and those below it reach together.
    top: BAR.height - heightOf(totalOf(series.slice(0, index + 1), month)),
    height: heightOf(value(month) ?? 0),
  }))
}
