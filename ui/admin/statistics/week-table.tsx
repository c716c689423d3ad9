import type { CSSProperties } from 'react'
import { WEEKDAYS } from '../../../src/shared/hours.ts'
import { hourShare } from './hour-share.ts'
import styles from './statistics.module.css'
import type { HourLoad } from './use-statistics.ts'

/** A table that shows how full each hour of the week was. The fuller the hour, the darker its cell. */
export function WeekTable({ hours }: { hours: readonly HourLoad[] }) {
  const days = WEEKDAYS.filter(({ weekday }) => hours.some((load) => load.weekday === weekday))
  const hoursOfDay = [...new Set(hours.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  return (
    <section className="card padded" aria-labelledby="week">
      <h2 id="week">Auslastung nach Wochentag und Stunde</h2>
      <p className="lead small mb-3">
        Die letzten zwölf Wochen: wie viel der Arbeitszeit von heute mit Terminen belegt war.
      </p>
      {days.length === 0 ? (
        <p className="muted">Es sind keine Arbeitszeiten eingetragen.</p>
      ) : (
        <table className={`small num ${styles.week}`}>
          <caption className="visually-hidden">Auslastung nach Wochentag und Stunde</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Stunde</span>
              </th>
              {days.map(({ name }) => (
                <th key={name} scope="col">
                  <abbr title={name}>{name.slice(0, 2)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hoursOfDay.map((hour) => (
              <tr key={hour}>
                <th scope="row">{String(hour).padStart(2, '0')}:00</th>
                {days.map(({ weekday }) => {
                  const load = hours.find((each) => each.weekday === weekday && each.hour === hour)
                  return <HourCell key={weekday} load={load} />
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/**
 * The cell of one hour. `data-open` marks an hour with working time, and the style darkens its cell by
 * `--share`.
 */
function HourCell({ load }: { load: HourLoad | undefined }) {
  if (load === undefined) return <td className="faint">–</td>
  const share = hourShare(load)
  return (
    <td style={{ '--share': share } as CSSProperties} data-open>
      {Math.round(share * 100)}&nbsp;%
    </td>
  )
}
