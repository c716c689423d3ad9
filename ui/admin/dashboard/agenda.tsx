import { Link } from 'wouter'
import { type Day, type Instant, wallTime } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedTimeNote, presentTimeNote } from '../../../src/shared/move-asked.ts'
import { wallMinutesNowOn } from '../calendar/wall-clock.ts'
import { workingSpans } from '../calendar/wall-span.ts'
import { patientPath } from '../components/patient-path.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { choiceInLink, useResourceChoice } from '../resources/resource-choice.ts'
import { type AgendaLine, agendaLines } from './agenda-lines.ts'
import styles from './dashboard.module.css'
import type { OverviewDay } from './use-dashboard.ts'

type AgendaProps = { title: string; day: OverviewDay; now: Instant }

/** A card with a day's appointments, the free time between them, and a line at the present time. */
export function Agenda({ title, day, now }: AgendaProps) {
  const lines = agendaLines({
    day: day.date,
    rows: rowsOf(day),
    working: workingSpans(day.working),
    now: wallMinutesNowOn(day.date, now),
  })
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
            {lines.map((line) => (
              <Line key={keyOf(line)} line={line} date={day.date} now={now} />
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

type LineProps = { line: AgendaLine<AgendaRow>; date: Day; now: Instant }

/** One line: an appointment, free time, the present time, or the number of earlier appointments. */
function Line({ line, date, now }: LineProps) {
  switch (line.kind) {
    case 'now':
      return <li className={`tiny semibold num ${styles.now}`}>jetzt {timeOfDay(now)}</li>
    case 'earlier':
      return <EarlierLine date={date} count={line.count} />
    case 'gap':
      return (
        <li className={styles.gap}>
          <time>{wallTime(line.from)}</time>
          <span className={styles.point} />
          <span>frei bis {wallTime(line.to)}</span>
        </li>
      )
    case 'booking':
      return <AppointmentLine row={line.row} isOver={line.isOver} />
  }
}

/**
 * Returns the React key of a line. An appointment and the time its patient asks for differ by their start.
 */
function keyOf(line: AgendaLine<AgendaRow>): string {
  if (line.kind === 'booking') return `${line.row.id} ${line.row.start}`
  return line.kind === 'gap' ? `gap ${line.from}` : line.kind
}

function countText({ bookings }: OverviewDay): string {
  return bookings.length === 1 ? '1 Termin' : `${bookings.length} Termine`
}

type AgendaRow = ReturnType<typeof rowsOf>[number]

/** Returns the appointments of a day and the other times that patients ask for, with a note on each move. */
function rowsOf({ bookings, moves }: OverviewDay) {
  return [
    ...bookings.map((row) => ({
      ...row,
      note: row.move && askedTimeNote(row.move.start),
      isAskedTime: false,
    })),
    // The time asked for replaces the present one.
    ...moves.map((row) => ({ ...row, ...row.move, note: presentTimeNote(row.start), isAskedTime: true })),
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

/** An appointment, or the other time that its patient asks for. A press on the time opens the details. */
function AppointmentLine({ row, isOver }: { row: AgendaRow; isOver: boolean }) {
  const [, changeParams] = useSearchState('booking')
  const { chosen, nameOf } = useResourceChoice()
  const isWaiting = row.isAskedTime || row.status === 'requested'
  // The doctor or room is omitted if the page shows a single one.
  const resourceName = chosen === undefined ? nameOf(row.resource_id) : undefined
  return (
    <li className={styles.line} data-over={isOver || undefined}>
      <button
        type="button"
        className="plain-link"
        aria-label={`Termin um ${timeOfDay(row.start)}, ${row.name}`}
        onClick={() => changeParams({ booking: row.id }, { push: true })}
      >
        <time dateTime={row.start}>{timeOfDay(row.start)}</time>
      </button>
      <span className={styles.point} data-waiting={isWaiting || undefined} />
      <span className={`ellipsis ${styles.name}`}>
        <Link className="plain-link" href={patientPath(row.id)}>
          {row.name}
        </Link>
        {isWaiting && !row.note && <span className="visually-hidden">, wartet auf Bestätigung</span>}
      </span>
      <span className={`muted ${styles.service}`}>{row.service_name}</span>
      {resourceName && <span className={`muted tiny ${styles.note}`}>{resourceName}</span>}
      {row.note && <span className={`muted tiny ${styles.note}`}>{row.note}</span>}
    </li>
  )
}
