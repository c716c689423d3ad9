import { lazy, useEffect, useState } from 'react'
import { useStatus } from '../api/status.ts'
import { LoadingPage } from '../components/loading-page.tsx'
import { PageNotice } from '../components/page-frame.tsx'
import { ClosedNotice } from '../maintenance/closed-notice.tsx'

const loadWizard = () => import('./booking-wizard.tsx')
const Wizard = lazy(async () => ({ default: (await loadWizard()).BookingWizard }))
const Maintenance = lazy(async () => ({
  default: (await import('../maintenance/maintenance-page.tsx')).MaintenancePage,
}))

/** The wizard while booking is open, otherwise the maintenance page (docs/behaviour.md 1.6). */
export function BookingEntry() {
  const { data, error } = useStatus()
  const [opened, setOpened] = useState(false)

  // The wizard's code is loaded in parallel with the status.
  useEffect(() => void loadWizard(), [])

  // A status call that fails later must not remove a half-filled form.
  if (!opened && data?.booking.open && !error) setOpened(true)

  if (opened) return <Wizard />
  if (!data && !error) return <LoadingPage text="Lade Status …" />
  return <Maintenance />
}

/** The wizard whatever the status; while booking is closed, with a notice above it (docs/behaviour.md 1.7). */
export function DirectWizard() {
  return (
    <PageNotice value={<ClosedNotice />}>
      <Wizard />
    </PageNotice>
  )
}
