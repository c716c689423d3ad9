import { usePractice, useStatus } from '../api/status.ts'
import { telLink } from '../components/links.ts'
import styles from '../components/page-frame.module.css'

/** A line across the top while booking is closed; nothing while it is open or unknown. */
export function ClosedNotice() {
  const { data } = useStatus()
  const { phone } = usePractice()
  if (!data || data.booking.open) return null
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
