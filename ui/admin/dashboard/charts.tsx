import type { ReactNode } from 'react'
import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { dayOfMonth, longDay, shortWeekday } from '../../../src/shared/format.ts'
import { Card } from '../../components/card.tsx'
import styles from './charts.module.css'
import { labelledWeeks, loadShare, loadText, weeksText } from './charts-text.ts'
import type { Overview } from './use-dashboard.ts'

type Weeks = Overview['weeks']
type Load = Overview['load']

const HEIGHT = 190
const MARGIN = { top: 22, right: 4, bottom: 0, left: 4 }

/** Two small charts, for what is seen quicker than read. */
export function Charts({ weeks, load }: { weeks: Weeks; load: Load }) {
  return (
    <>
      <Chart title="Buchungen je Woche" words={weeksText(weeks)} note={noteOf(weeks)}>
        <WeekChart weeks={weeks} />
      </Chart>
      <Chart title="Auslastung, 14 Tage" words={loadText(load)}>
        <LoadChart load={load} />
      </Chart>
    </>
  )
}

type ChartProps = {
  title: string
  /** What the picture says, for whoever cannot see it. */
  words: string
  note?: string | undefined
  children: ReactNode
}

function Chart({ title, words, note, children }: ChartProps) {
  return (
    <section aria-label={title}>
      <Card>
        <h2 className={styles.head}>{title}</h2>
        <figure className={styles.figure}>
          <figcaption className="visually-hidden">{words}</figcaption>
          <div aria-hidden="true">{children}</div>
          {note && <p className={styles.note}>{note}</p>}
        </figure>
      </Card>
    </section>
  )
}

function WeekChart({ weeks }: { weeks: Weeks }) {
  const labelled = labelledWeeks(weeks)
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={weeks} margin={MARGIN} barCategoryGap={5} accessibilityLayer={false}>
        <defs>
          <pattern
            id="running-week"
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className={styles.hatch} width="2" height="5" />
          </pattern>
        </defs>
        <XAxis dataKey="label" tickLine={false} interval={0} tick={<WeekTick weeks={weeks} />} height={24} />
        <YAxis hide domain={[0, 'dataMax']} />
        <Bar dataKey="count" isAnimationActive={false} radius={[2, 2, 0, 0]}>
          {weeks.map(({ week, running }) => (
            <Cell key={week} className={running ? styles.running : styles.bar} />
          ))}
          <LabelList
            position="top"
            className={styles.figureText}
            valueAccessor={(_: unknown, index: number) => (labelled.has(index) ? weeks[index]?.count : '')}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

type TickProps = { x?: number; y?: number; index?: number }

/** Every third week and the running one. */
function WeekTick({ x = 0, y = 0, index = 0, weeks }: TickProps & { weeks: Weeks }) {
  const week = weeks[index]
  if (!week || !(week.running || index % 3 === 0)) return null
  return (
    <text x={x} y={y + 8} textAnchor="middle" className={styles.tick} data-now={week.running || undefined}>
      {week.label}
    </text>
  )
}

function LoadChart({ load }: { load: Load }) {
  const days = load.map((day) => ({
    ...day,
    share: loadShare(day),
    rest: day.closed ? 0 : 1 - loadShare(day),
  }))
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={days} margin={MARGIN} barCategoryGap={4} accessibilityLayer={false}>
        <XAxis dataKey="date" tickLine={false} interval={0} tick={<DayTick load={load} />} height={38} />
        <YAxis hide domain={[0, 1]} />
        <Bar dataKey="share" stackId="day" isAnimationActive={false}>
          {days.map(({ date, share }) => (
            <Cell key={date} className={share >= 1 ? styles.full : styles.bar} />
          ))}
        </Bar>
        <Bar dataKey="rest" stackId="day" isAnimationActive={false} className={styles.free ?? ''}>
          <LabelList
            position="top"
            className={styles.figureText}
            valueAccessor={(_: unknown, index: number) => ((days[index]?.share ?? 0) >= 1 ? 'voll' : '')}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

function DayTick({ x = 0, y = 0, index = 0, load }: TickProps & { load: Load }) {
  const date = load[index]?.date
  if (!date) return null
  return (
    <text x={x} y={y + 8} textAnchor="middle" className={styles.tick} data-now={index === 0 || undefined}>
      <title>{longDay(date)}</title>
      <tspan x={x}>{shortWeekday(date)}</tspan>
      <tspan x={x} dy="1.25em">
        {dayOfMonth(date)}
      </tspan>
    </text>
  )
}

function noteOf(weeks: Weeks): string | undefined {
  const running = weeks.find(({ running }) => running)
  return running && `Kalenderwoche; Woche ${running.label} läuft noch`
}
