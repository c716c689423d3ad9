import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { requestStatus, useStatus } from '../api/status.ts'
import { lazyComponent } from '../components/lazy-component.ts'
import styles from '../page/page-frame.module.css'
import { LoadingPage, PageNotice } from '../page/page-frame.tsx'
import { BookingWizard } from './booking-wizard.tsx'

const Maintenance = lazyComponent(() => import('../maintenance/maintenance-page.tsx'), 'MaintenancePage')

/**
 * Shows the wizard while booking is open, and otherwise the maintenance page (docs/behaviour.md 1.6).
 * Initially the status that came with the page counts (`provisional`), until the status call has ended.
 */
export function BookingPage() {
  const { data, error, provisional } = useStatus()
  /** Whether the server has answered since the page was opened that booking is open. */
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  const [path] = useLocation()
  const isOpen = data?.booking?.open && !error

  useEffect(() => void requestStatus(), [])

  // A later failure of the status call must not remove a half-filled form.
  if (!hasBeenOpen && isOpen && !provisional) setHasBeenOpen(true)

  if (!data && !error) return <LoadingPage text="Lade Status …" />
  const isClosed = !hasBeenOpen && !isOpen
  return (
    <PageNotice value={path === '/' ? null : <UnknownUrl isClosed={isClosed} />}>
      {isClosed ? (
        <Maintenance />
      ) : (
        <>
          {provisional && (
            <p role="status" className="visually-hidden">
              Lade Status …
            </p>
          )}
          <BookingWizard />
        </>
      )}
    </PageNotice>
  )
}

/**
 * Says that there is no such page, above the page of `/`, which every unknown URL shows
 * (docs/behaviour.md 1.7).
 */
function UnknownUrl({ isClosed }: { isClosed: boolean }) {
  return (
    <aside className={`small ${styles.notice}`} aria-label="Hinweis">
      Diese Seite gibt es nicht. {!isClosed && 'Hier buchen Sie einen Termin.'}
    </aside>
  )
}
