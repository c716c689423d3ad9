import { Link } from 'wouter'
import { type Day, type Instant, wallTime } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedFor, askedInsteadOf } from '../../../src/shared/move-asked.ts'
import { nowOn } from '../calendar/wall-clock.ts'
import { workingSpans } from '../calendar/wall-span.ts'
import { patientPath } from '../components/patient-path.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import { agendaLines } from './agenda-lines.ts'
import styles from './dashboard.module.css'
import type { OverviewDay } from './use-dashboard.ts'

type AgendaProps = { title: string; day: OverviewDay; now: Instant }

/** Shows a day's appointments with the free time between them and a line for now. */
export function Agenda({ title, day, now }: AgendaProps) {
  const lines = agendaLines(day.date, rowsOf(day), workingSpans(day.working), nowOn(day.date, now))
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
                return <EarlierLine key="earlier" date={day.date} count={line.count} />
              if (line.kind === 'gap')
                return (
                  <li key={line.from} className={styles.gap}>
                    <time>{wallTime(line.from)}</time>
                    <span className={styles.point} />
                    <span>frei bis {wallTime(line.to)}</span>
                  </li>
                )
              const { row, isOver } = line
              return <AppointmentLine key={`${row.id} ${row.start}`} row={row} isOver={isOver} />
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

type AgendaRow = ReturnType<typeof rowsOf>[number]

/** Returns the appointments of a day, and the times that patients ask for, each with what has to be said. */
function rowsOf({ bookings, moves }: OverviewDay) {
  return [
    ...bookings.map((row) => ({ ...row, note: row.move && askedFor(row.move.start), isAsked: false })),
    ...moves.map((row) => ({ ...row, ...row.move, note: askedInsteadOf(row.start), isAsked: true })),
  ]
}

/** The number of past appointments that are left out, as a link to the whole day. */
function EarlierLine({ date, count }: { date: Day; count: number }) {
  const { choices, chosen } = useResourceChoice()
  return (
    <li className={`muted ${styles.earlier}`}>
      <Link
        className="plain-link"
        href={`/admin/bookings?view=day&date=${date}${choiceInLink(chosen, choices)}`}
      >
        {count} frühere Termine
      </Link>
    </li>
  )
}

function AppointmentLine({ row, isOver }: { row: AgendaRow; isOver: boolean }) {
  const [, change] = useSearchState('booking')
  const { chosen, nameOf } = useResourceChoice()
  const isWaiting = row.isAsked || row.status === 'requested'
  const doctor = chosen === undefined ? nameOf(row.resource_id) : undefined
  return (
    <li className={styles.line} data-over={isOver || undefined}>
      <button
        type="button"
        className="plain-link"
        aria-label={`Termin um ${timeOfDay(row.start)}, ${row.name}`}
        onClick={() => change({ booking: row.id }, { push: true })}
      >
        <time dateTime={row.start}>{timeOfDay(row.start)}</time>
      </button>
      <span className={styles.point} data-waiting={isWaiting || undefined} />
      <span className="ellipsis">
        <Link className="plain-link" href={patientPath(row.id)}>
          {row.name}
        </Link>
        {isWaiting && !row.note && <span className="visually-hidden">, wartet auf Bestätigung</span>}
      </span>
      <span className={`muted ${styles.service}`}>{row.service_name}</span>
      {doctor && <span className={`muted tiny ${styles.note}`}>{doctor}</span>}
      {row.note && <span className={`muted tiny ${styles.note}`}>{row.note}</span>}
    </li>
  )
}
