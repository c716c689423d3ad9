import { numberText, shareText } from './number-text.ts'
import styles from './statistics.module.css'
import { MONTHS_COMPARED, type Sums, sumsOf } from './sums.ts'
import type { MonthFigures } from './use-statistics.ts'

/** The rows of the section, each with the text of its value. */
const SUM_ROWS: readonly { name: string; textOf: (sums: Sums) => string }[] = [
  { name: 'Buchungen', textOf: ({ bookings }) => numberText(bookings) },
  { name: 'Erste Besuche', textOf: ({ firstVisits }) => numberText(firstVisits) },
  { name: 'Abgesagt', textOf: ({ cancelled }) => shareText(cancelled) },
  { name: 'Unter 24 Stunden abgesagt', textOf: ({ cancelledLate }) => shareText(cancelledLate) },
  { name: 'Nicht erschienen', textOf: ({ missed }) => shareText(missed) },
  { name: 'Über die Warteliste vergeben', textOf: ({ fromWaitingList }) => numberText(fromWaitingList) },
]

/** The sums of the last twelve months, each compared with the twelve months before. */
export function SumsSection({ months }: { months: readonly MonthFigures[] }) {
  const current = sumsOf(months.slice(-MONTHS_COMPARED))
  const earlier = sumsOf(months.slice(-2 * MONTHS_COMPARED, -MONTHS_COMPARED))
  return (
    <section className="card padded" aria-labelledby="sums">
      <h2 id="sums" className="mb-3">
        Die letzten zwölf Monate
      </h2>
      <dl className={styles.sums}>
        {SUM_ROWS.map(({ name, textOf }) => (
          <div key={name}>
            <dt className="muted small">{name}</dt>
            <dd className="num">
              <b>{textOf(current)}</b> <span className="muted small nowrap">davor {textOf(earlier)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
