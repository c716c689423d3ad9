import { useSearchParams } from 'wouter'
import { timeOfDay } from '../../../src/shared/format.ts'
import { Card } from '../../components/card.tsx'
import styles from './agenda.module.css'
import { agendaLines } from './agenda-lines.ts'
import type { OverviewDay } from './use-dashboard.ts'

type AgendaProps = {
  title: string
  day: OverviewDay
  /** Epoch milliseconds. */
  now: number
}

/** One day at a glance: who comes when, what is over, where there is room. */
export function Agenda({ title, day, now }: AgendaProps) {
  const [, setSearch] = useSearchParams()
  const open = day.working.map(({ start, end }) => ({
    start: instantOf(day, start),
    end: instantOf(day, end),
  }))
  const lines = agendaLines(day.bookings, open, now)
  const show = (id: string) => setSearch({ booking: id })
  return (
    <section aria-label={title}>
      <Card>
        <header className={styles.head}>
          <h2>{title}</h2>
          <p>{countText(day)}</p>
        </header>
        {lines.length === 0 ? (
          <p className={styles.empty}>{day.working.length === 0 ? 'Geschlossen.' : 'Noch keine Termine.'}</p>
        ) : (
          <ol className={styles.lines}>
            {lines.map((line) => {
              if (line.kind === 'now')
                return (
                  <li key="now" className={styles.now}>
                    jetzt {timeOfDay(now)}
                  </li>
                )
              if (line.kind === 'gap')
                return (
                  <li key={line.start} className={styles.gap}>
                    <time dateTime={line.start}>{timeOfDay(line.start)}</time>
                    <span className={styles.point} />
                    <span>frei bis {timeOfDay(line.end)}</span>
                  </li>
                )
              const { row, gone } = line
              return (
                <li key={row.id} className={styles.line} data-gone={gone || undefined}>
                  <time dateTime={row.start}>{timeOfDay(row.start)}</time>
                  <span className={styles.point} data-waiting={row.status === 'requested' || undefined} />
                  <button type="button" className={styles.name} onClick={() => show(row.id)}>
                    {row.name}
                    {row.status === 'requested' && (
                      <span className="visually-hidden">, wartet auf Bestätigung</span>
                    )}
                  </button>
                  <span className={styles.service}>{row.service_name}</span>
                </li>
              )
            })}
          </ol>
        )}
      </Card>
    </section>
  )
}

function countText({ bookings }: OverviewDay): string {
  return bookings.length === 1 ? '1 Termin' : `${bookings.length} Termine`
}

/** A wall time of the day, with the offset that an appointment of the same day has; without one it does not matter. */
function instantOf({ date, bookings }: OverviewDay, time: string): string {
  const offset = bookings[0]?.start.slice(19) ?? '+01:00'
  return `${date}T${time}:00${offset}`
}
