import { usePractice, useStatusData } from '../api/status.ts'
import { telLink } from '../components/tel-link.ts'
import styles from '../page/page-frame.module.css'
import { PageNotice } from '../page/page-frame.tsx'
import { BookingWizard } from './booking-wizard.tsx'

/**
 * Shows the page /booking: the wizard, even while booking is closed, but then with a notice
 * (docs/behaviour.md 1.7).
 */
export function DirectWizard() {
  return (
    <PageNotice value={<ClosedNotice />}>
      <BookingWizard />
    </PageNotice>
  )
}

/** Shows a line across the top while booking is closed. An unknown status counts as open. */
function ClosedNotice() {
  const status = useStatusData()
  const { phone } = usePractice()
  if (!status || status.booking?.open) return null
  return (
    <aside className={`small ${styles.notice}`} aria-label="Hinweis">
      Die Online-Buchung ist derzeit geschlossen. Bitte rufen Sie uns an
      {phone && (
        <>
          : <a href={telLink(phone)}>{phone}</a>
        </>
      )}
    </aside>
  )
}
