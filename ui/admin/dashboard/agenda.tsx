import { Link } from 'wouter'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedFor, askedInsteadOf } from '../../../src/shared/move-asked.ts'
import { useAddress } from '../components/use-address.ts'
import type { OverviewDay } from '../queries.ts'
import { agendaLines } from './agenda-lines.ts'
import styles from './dashboard.module.css'

type AgendaProps = {
  title: string
  day: OverviewDay
  /** Epoch milliseconds. */
  now: number
}

/** A day's appointments with the free time between them and a line for now. */
export function Agenda({ title, day, now }: AgendaProps) {
  const [, change] = useAddress('booking')
  const open = day.working.map(({ start, end }) => ({
    start: instantOf(day, start),
    end: instantOf(day, end),
  }))
  const rows = [
    ...day.bookings.map((row) => ({ ...row, note: row.move && askedFor(row.move.start), isAsked: false })),
    ...day.moves.map((row) => ({ ...row, ...row.move, note: askedInsteadOf(row.start), isAsked: true })),
  ]
  const lines = agendaLines(rows, open, now)
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
                    <Link className="plain-link" href={`/admin/bookings?view=day&date=${day.date}`}>
                      {line.count} frühere Termine
                    </Link>
                  </li>
                )
              if (line.kind === 'gap')
                return (
                  <li key={line.from} className={styles.gap}>
                    <time>{timeOfDay(line.from)}</time>
                    <span className={styles.point} />
                    <span>frei bis {timeOfDay(line.to)}</span>
                  </li>
                )
              const { row, isOver } = line
              const isWaiting = row.isAsked || row.status === 'requested'
              return (
                <li key={`${row.id} ${row.start}`} className={styles.line} data-over={isOver || undefined}>
                  <time dateTime={row.start}>{timeOfDay(row.start)}</time>
                  <span className={styles.point} data-waiting={isWaiting || undefined} />
                  <button type="button" className="plain-link ellipsis" onClick={() => show(row.id)}>
                    {row.name}
                    {isWaiting && !row.note && (
                      <span className="visually-hidden">, wartet auf Bestätigung</span>
                    )}
                  </button>
                  <span className={`muted ${styles.service}`}>{row.service_name}</span>
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

/** The instant of a wall time, with the offset of the day's appointments; without any it does not matter. */
function instantOf({ date, bookings }: OverviewDay, time: string): string {
  const offset = bookings[0]?.start.slice(19) ?? '+01:00'
  return `${date}T${time}:00${offset}`
}
