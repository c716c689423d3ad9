import { fieldErrorsOf, reasonOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import styles from './admin.module.css'
import { ChangeTask, ConflictTask } from './odoo-task.tsx'
import { type DifferingAppointments, useOdooSettlement } from './use-odoo-settlement.ts'

/**
 * Lists the appointments that differ between Ordi and Odoo or another calendar, each with its patient and the
 * possible actions (docs/behaviour.md 17.12, 17.13 and 20.9). Shows nothing if there are none.
 */
export function OdooTasks({ conflicts, changes }: DifferingAppointments) {
  const settle = useOdooSettlement()
  const { data, error } = settle
  const hasOtherCalendar = conflicts.some(({ kind }) => kind === 'calendar')
  const title = hasOtherCalendar ? 'Anders als in Odoo oder in anderen Kalendern' : 'Anders als in Odoo'
  const isEmpty = conflicts.length + changes.length === 0
  // The outcome of the last press stays visible when no task is left.
  if (isEmpty && settle.isIdle) return null
  return (
    <section className="card" aria-label={title}>
      <h2 className={styles.listHead}>{title}</h2>
      <div role="status" className={data && 'padded'}>
        {data && <Banner tone="good">{data.note}</Banner>}
      </div>
      {error && (
        <div className="padded">
          <Banner tone="danger" role="alert">
            {failureText(error)}
          </Banner>
        </div>
      )}
      <ul className="rows">
        {conflicts.map((conflict, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two calendars may have the same time
          <ConflictTask key={`${conflict.booking_id} ${conflict.start} ${index}`} conflict={conflict} />
        ))}
        {changes.map((change) => (
          <ChangeTask key={change.booking_id} change={change} settle={settle} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the sentence about the new time if there is one, because the general sentence says less. */
function failureText(error: Error): string {
  return (
    fieldErrorsOf(error).start ??
    reasonOf(error) ??
    'Das ist nicht gelungen. Bitte versuchen Sie es noch einmal.'
  )
}
