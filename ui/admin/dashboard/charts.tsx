import type { CSSProperties, ReactNode } from 'react'
import { dayOfMonth, longDay, shortWeekday } from '../../../src/shared/format.ts'
import { labelledWeeks, loadShare, loadText } from './chart-figures.ts'
import styles from './dashboard.module.css'
import type { Overview } from './use-dashboard.ts'

/** A chart of the bookings per week. The present week is hatched, because it is incomplete. */
export function WeekChart({ weeks }: Pick<Overview, 'weeks'>) {
  const labelled = labelledWeeks(weeks)
  // Without any bookings the bars are empty; 1 avoids a division by 0.
  const highestCount = Math.max(1, ...weeks.map(({ count }) => count))
  const runningWeek = weeks.find(({ running }) => running)
  const noShows = weeks.reduce((sum, week) => sum + week.no_show, 0)
  const notes = [
    'Kalenderwoche',
    runningWeek && `Woche ${runningWeek.label} läuft noch`,
    noShows > 0 && `nicht erschienen: ${noShows}`,
  ].filter(Boolean)
  return (
    <Chart title="Buchungen je Woche" note={notes.join('; ')} height={144}>
      {weeks.map(({ week, label, count, running }, index) => (
        <Bar
          key={week}
          spokenText={`Woche ${label}: ${running ? 'bisher ' : ''}${count}`}
          value={labelled.has(index) && count}
          share={count / highestCount}
          look={running ? 'running' : undefined}
          // There is only space for every third number.
          tick={(running || index % 3 === 0) && label}
          isNow={running}
        />
      ))}
    </Chart>
  )
}

/** A chart of how full each coming day is. A closed day has no bar. */
export function LoadChart({ load }: Pick<Overview, 'load'>) {
  return (
    <Chart title={`Auslastung, ${load.length} Tage`} height={130}>
      {load.map((day, index) => {
        const share = loadShare(day)
        return (
          <Bar
            key={day.date}
            spokenText={`${longDay(day.date)}: ${loadText(day)}`}
            value={share >= 1 && 'voll'}
            share={share}
            rest={day.closed ? 0 : 1 - share}
            look={share >= 1 ? 'full' : undefined}
            tick={
              <>
                {shortWeekday(day.date)}
                <br />
                {dayOfMonth(day.date)}
              </>
            }
            isNow={index === 0}
            isMinor={index % 2 === 1}
          />
        )
      })}
    </Chart>
  )
}

type ChartProps = {
  title: string
  note?: string | undefined
  /** Pixels of a full bar. */
  height: number
  children: ReactNode
}

/** A card with bars side by side, and a note below them. */
function Chart({ title, note, height, children }: ChartProps) {
  return (
    <section aria-label={title}>
      <div className="card">
        <h2 className={styles.cardHead}>{title}</h2>
        <ol className={styles.bars} style={{ '--height': `${height}px` } as CSSProperties}>
          {children}
        </ol>
        {note && <p className={`muted tiny ${styles.chartNote}`}>{note}</p>}
      </div>
    </section>
  )
}

type BarProps = {
  /** A screen reader says this instead of the bar. */
  spokenText: string
  /** The text above the bar. */
  value: ReactNode
  /** The height of the bar, 0 to 1. */
  share: number
  /** The height of the free rest above the bar, 0 to 1. */
  rest?: number
  look?: 'full' | 'running' | undefined
  /** The text below the bar. */
  tick: ReactNode
  isNow: boolean
  /** True if the text below the bar may be omitted when large text leaves no space for all. */
  isMinor?: boolean
}

/** One bar with the texts above and below it. A screen reader says `spokenText` instead. */
function Bar({ spokenText, value, share, rest = 0, look, tick, isNow, isMinor }: BarProps) {
  return (
    <li>
      <span className="visually-hidden">{spokenText}</span>
      <div className={styles.column} aria-hidden="true">
        <span className={`muted num ${styles.value}`}>{value}</span>
        <span className={styles.rest} style={{ '--share': rest } as CSSProperties} />
        <span className={styles.bar} style={{ '--share': share } as CSSProperties} data-look={look} />
      </div>
      <div
        className={`muted num ${styles.tick}`}
        aria-hidden="true"
        data-now={isNow || undefined}
        data-minor={isMinor || undefined}
      >
        {tick}
      </div>
    </li>
  )
}
