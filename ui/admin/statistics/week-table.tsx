import type { CSSProperties } from 'react'
import { WEEKDAYS } from '../../../src/shared/hours.ts'
import { numberWord } from '../../../src/shared/number-word.ts'
import { UTILISED_WEEKS } from '../../../src/shared/utilisation.ts'
import { hourShare } from './hour-share.ts'
import styles from './statistics.module.css'
import type { HourLoad } from './use-statistics.ts'

const TITLE = 'Auslastung nach Wochentag und Stunde'

/** A table that shows how full each hour of the week was. The fuller the hour, the darker its cell. */
export function WeekTable({ loads }: { loads: readonly HourLoad[] }) {
  const loadsByHourOfWeek = new Map(loads.map((load) => [hourOfWeek(load), load]))
  const days = WEEKDAYS.filter(({ weekday }) => loads.some((load) => load.weekday === weekday))
  const hoursOfDay = [...new Set(loads.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  return (
    <section className="card padded" aria-labelledby="week">
      <h2 id="week">{TITLE}</h2>
      <p className="lead small mb-3">
        Die letzten {numberWord(UTILISED_WEEKS)} Wochen: wie viel der Arbeitszeit von heute mit Terminen
        belegt war.
      </p>
      {days.length === 0 ? (
        <p className="muted">Es sind keine Arbeitszeiten eingetragen.</p>
      ) : (
        <table className={`small num ${styles.week}`}>
          <caption className="visually-hidden">{TITLE}</caption>
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
                {days.map(({ weekday }) => (
                  <HourCell key={weekday} load={loadsByHourOfWeek.get(hourOfWeek({ weekday, hour }))} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Returns the number of an hour within the week. */
function hourOfWeek({ weekday, hour }: Pick<HourLoad, 'weekday' | 'hour'>): number {
  return weekday * 24 + hour
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
