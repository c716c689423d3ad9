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

/** The wizard while booking is open, otherwise whom to call (specification section 2). */
export function BookingEntry() {
  const { data, error } = useStatus()
  const [admitted, setAdmitted] = useState(false)

  // The wizard's code travels at the same time as the status answer.
  useEffect(() => void loadWizard(), [])

  // Who is in stays in: a status that fails later must not take a half-filled form away.
  if (!admitted && data?.booking.open && !error) setAdmitted(true)

  if (admitted) return <Wizard />
  if (!data && !error) return <LoadingPage text="Lade Status …" />
  return <Maintenance />
}

/** The wizard itself, whatever the status says; while booking is closed a notice stands above it. */
export function DirectWizard() {
  return (
    <PageNotice value={<ClosedNotice />}>
      <Wizard />
    </PageNotice>
  )
}
