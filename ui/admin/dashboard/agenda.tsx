import { Link } from 'wouter'
import { type Day, type Instant, type WallMinutes, wallTime } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedFor, askedInsteadOf } from '../../../src/shared/move-asked.ts'
import { gapsIn, nowOn, spanIn, type WallSpan, workingSpans } from '../calendar/wall-span.ts'
import { patientPath } from '../components/patient-path.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import styles from './dashboard.module.css'
import type { OverviewDay } from './use-dashboard.ts'

type AgendaProps = { title: string; day: OverviewDay; now: Instant }

/** Shows a day's appointments with the free time between them and a line for now. */
export function Agenda({ title, day, now }: AgendaProps) {
  const [, change] = useSearchState('booking')
  const { choices, chosen, nameOf } = useResourceChoice()
  const rows = [
    ...day.bookings.map((row) => ({ ...row, note: row.move && askedFor(row.move.start), isAsked: false })),
    ...day.moves.map((row) => ({ ...row, ...row.move, note: askedInsteadOf(row.start), isAsked: true })),
  ]
  const lines = agendaLines(day.date, rows, workingSpans(day.working), nowOn(day.date, now))
  const show = (booking: string) => change({ booking }, { push: true })
  return (
    <section aria-label={title}>
      <div className="card">
        <header className={`row between baseline ${styles.cardHead}`}>
          <h2>{title}</h2>
          <p className="muted small">{countText(day)}</p>
        </header>
        {lines.length === 0 ? (
          <p className="padded muted small">
            {day.working.length === 0 ? 'Geschlossen.' : 'Noch keine Termine.'}
          </p>
        ) : (
          <ol className={`small ${styles.lines}`}>
            {lines.map((line) => {
              if (line.kind === 'now')
                return (
                  <li key="now" className={`tiny semibold num ${styles.now}`}>
                    jetzt {timeOfDay(now)}
                  </li>
                )
              if (line.kind === 'earlier')
                return (
                  <li key="earlier" className={`muted ${styles.earlier}`}>
                    <Link
                      className="plain-link"
                      href={`/admin/bookings?view=day&date=${day.date}${choiceInLink(chosen, choices)}`}
                    >
                      {line.count} frühere Termine
                    </Link>
                  </li>
                )
              if (line.kind === 'gap')
                return (
                  <li key={line.from} className={styles.gap}>
                    <time>{wallTime(line.from)}</time>
                    <span className={styles.point} />
                    <span>frei bis {wallTime(line.to)}</span>
                  </li>
                )
              const { row, isOver } = line
              const isWaiting = row.isAsked || row.status === 'requested'
              return (
                <li key={`${row.id} ${row.start}`} className={styles.line} data-over={isOver || undefined}>
                  <button
                    type="button"
                    className="plain-link"
                    aria-label={`Termin um ${timeOfDay(row.start)}, ${row.name}`}
                    onClick={() => show(row.id)}
                  >
                    <time dateTime={row.start}>{timeOfDay(row.start)}</time>
                  </button>
                  <span className={styles.point} data-waiting={isWaiting || undefined} />
                  <span className="ellipsis">
                    <Link className="plain-link" href={patientPath(row.id)}>
                      {row.name}
                    </Link>
                    {isWaiting && !row.note && (
                      <span className="visually-hidden">, wartet auf Bestätigung</span>
                    )}
                  </span>
                  <span className={`muted ${styles.service}`}>{row.service_name}</span>
                  {chosen === undefined && nameOf(row.resource_id) && (
                    <span className={`muted tiny ${styles.note}`}>{nameOf(row.resource_id)}</span>
                  )}
                  {row.note && <span className={`muted tiny ${styles.note}`}>{row.note}</span>}
                </li>
              )
            })}
          </ol>
        )}
      </div>
    </section>
  )
}

function countText({ bookings }: OverviewDay): string {
  return bookings.length === 1 ? '1 Termin' : `${bookings.length} Termine`
}

type AgendaLine<Row> =
  | { kind: 'booking'; row: Row; isOver: boolean }
  /** Free time within the working hours. */
  | ({ kind: 'gap' } & WallSpan)
  | { kind: 'now' }
  | { kind: 'earlier'; count: number }

/** Up to this many past appointments are shown. If there are more, only the last one is. */
const MOST_PAST = 2

/** Minutes of the shortest gap that is shown. No service fits into a shorter one. */
const SHORTEST_GAP = 20

/**
 * Returns the lines of a day from top to bottom: the number of past appointments that are left out, the other
 * appointments, the free time between them that is still ahead, and now.
 * @param rows with start and end in ISO 8601 with Vienna's offset
 * @param now wall minutes; 0 on a coming day, which gets no line for now
 */
export function agendaLines<Row extends { start: string; end: string }>(
  day: Day,
  rows: readonly Row[],
  working: readonly WallSpan[],
  now: WallMinutes,
): AgendaLine<Row>[] {
  const spans = rows.flatMap((row) => {
    const span = spanIn(day, row)
    return span ? [{ ...span, row }] : []
  })
  const timed = [
    ...spans.map(({ from, to, row }) => ({
      from,
      line: { kind: 'booking' as const, row, isOver: to <= now },
    })),
    ...gapsOf(spans, working)
      .filter(({ to }) => to > now)
      .map((gap) => ({ from: gap.from, line: { kind: 'gap' as const, ...gap } })),
  ].toSorted((a, b) => a.from - b.from)
  const lines: AgendaLine<Row>[] = timed.map(({ line }) => line)
  if (isDuring([...spans, ...working], now)) {
    const next = timed.findIndex(({ from }) => from > now)
    lines.splice(next < 0 ? lines.length : next, 0, { kind: 'now' })
  }
  const past = lines.filter((line) => line.kind === 'booking' && line.isOver)
  if (past.length <= MOST_PAST) return lines
  const earlier = past.slice(0, -1)
  return [{ kind: 'earlier', count: earlier.length }, ...lines.filter((line) => !earlier.includes(line))]
}

/** Returns the gaps of working hours that have an appointment. A morning without one is plainly free. */
function gapsOf(taken: readonly WallSpan[], working: readonly WallSpan[]): WallSpan[] {
  return working
    .filter((block) => taken.some(({ from, to }) => to > block.from && from < block.to))
    .flatMap((block) => gapsIn(block, taken, SHORTEST_GAP))
}

function isDuring(spans: readonly WallSpan[], now: WallMinutes): boolean {
  return (
    spans.length > 0 &&
    now >= Math.min(...spans.map(({ from }) => from)) &&
    now <= Math.max(...spans.map(({ to }) => to))
  )
}
