import type { CSSProperties, ReactNode } from 'react'
import { dayOfMonth, longDay, shortWeekday } from '../../../src/shared/format.ts'
import styles from './dashboard.module.css'
import type { Overview } from './use-dashboard.ts'

type Weeks = Overview['weeks']
type Load = Overview['load']

/** The bookings of each week; the running week is hatched, because it is not over. */
export function WeekChart({ weeks }: { weeks: Weeks }) {
  const labelled = labelledWeeks(weeks)
  const most = Math.max(1, ...weeks.map(({ count }) => count))
  const running = weeks.find((week) => week.running)
  const noShows = weeks.reduce((sum, week) => sum + week.no_show, 0)
  const missed = noShows > 0 ? `; nicht erschienen: ${noShows}` : ''
  return (
    <Chart
      title="Buchungen je Woche"
      note={running && `Kalenderwoche; Woche ${running.label} läuft noch${missed}`}
      height={144}
    >
      {weeks.map(({ week, label, count, running: isRunning }, index) => (
        <Bar
          key={week}
          words={`Woche ${label}: ${isRunning ? 'bisher ' : ''}${count}`}
          value={labelled.has(index) && count}
          share={count / most}
          look={isRunning ? 'running' : undefined}
          // Every third week has room for its number.
          tick={(isRunning || index % 3 === 0) && label}
          isNow={isRunning}
        />
      ))}
    </Chart>
  )
}

/** The utilisation of each coming day. A closed day has no bar. */
export function LoadChart({ load }: { load: Load }) {
  return (
    <Chart title="Auslastung, 14 Tage" height={130}>
      {load.map((day, index) => {
        const share = loadShare(day)
        return (
          <Bar
            key={day.date}
            words={`${longDay(day.date)}: ${loadText(day)}`}
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
  /** The bar for a screen reader. */
  words: string
  /** The text above the bar. */
  value: ReactNode
  /** The bar's part of the full height, 0 to 1. */
  share: number
  /** The part of the full height that is left above the bar, 0 to 1. */
  rest?: number
  look?: 'full' | 'running' | undefined
  /** The text below the bar. */
  tick: ReactNode
  isNow: boolean
  /** Whether the tick is left out where large text has no room for all. */
  isMinor?: boolean
}

function Bar({ words, value, share, rest = 0, look, tick, isNow, isMinor }: BarProps) {
  return (
    <li>
      <span className="visually-hidden">{words}</span>
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

type Week = { count: number; running: boolean }
type DayLoad = { capacity_min: number; booked_min: number; closed: boolean }

/**
 * Returns the indices of the weeks whose number stands over the bar: the fullest, the emptiest and the one
 * that runs.
 */
export function labelledWeeks(weeks: readonly Week[]): Set<number> {
  const numbered = weeks.map((week, index) => ({ ...week, index }))
  const byCount = numbered.filter(({ running }) => !running).toSorted((a, b) => a.count - b.count)
  const labelled = [byCount.at(-1), byCount[0], numbered.find(({ running }) => running)]
  return new Set(labelled.flatMap((week) => week?.index ?? []))
}

/** Returns the booked part of a day's capacity, 0 to 1. A closed day has 0. */
export function loadShare({ capacity_min: capacity, booked_min: booked, closed }: DayLoad): number {
  return closed || capacity <= 0 ? 0 : Math.min(1, booked / capacity)
}

/** Returns how full a day is, for a screen reader: `voll`, `62 Prozent belegt`, `geschlossen`. */
export function loadText(day: DayLoad): string {
  if (day.closed) return 'geschlossen'
  const share = loadShare(day)
  return share >= 1 ? 'voll' : `${Math.round(share * 100)} Prozent belegt`
}
