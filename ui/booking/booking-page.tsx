import { useEffect, useState } from 'react'
import { requestStatus, usePractice, useStatus } from '../api/status.ts'
import { lazyComponent } from '../components/lazy-component.ts'
import { telLink } from '../components/links.ts'
import styles from '../page/page-frame.module.css'
import { LoadingPage, PageNotice } from '../page/page-frame.tsx'
import { BookingWizard } from './booking-wizard.tsx'

const Maintenance = lazyComponent(() => import('../maintenance/maintenance-page.tsx'), 'MaintenancePage')

/**
 * The wizard while booking is open, otherwise the maintenance page (docs/behaviour.md 1.6). What the page brought along is
 * shown at once; the status call that follows can still say otherwise.
 */
export function BookingPage() {
  const { data, error, provisional } = useStatus()
  const [opened, setOpened] = useState(false)
  const isOpen = data?.booking.open && !error

  useEffect(() => void requestStatus(), [])

  // A status call that fails later must not remove a half-filled form.
  if (!opened && isOpen && !provisional) setOpened(true)

  if (!data && !error) return <LoadingPage text="Lade Status …" />
  if (!opened && !isOpen) return <Maintenance />
  return (
    <>
      {provisional && <p className="visually-hidden">Lade Status …</p>}
      <BookingWizard />
    </>
  )
}

/** The wizard whatever the status; while booking is closed, with a notice above it (docs/behaviour.md 1.7). */
export function DirectWizard() {
  return (
    <PageNotice value={<ClosedNotice />}>
      <BookingWizard />
    </PageNotice>
  )
}

/** A line across the top while booking is closed; nothing while it is open or unknown. */
function ClosedNotice() {
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
