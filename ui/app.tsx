import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { BookingEntry, DirectWizard } from './booking-entry.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingPage } from './loading-page.tsx'

const Overview = lazy(async () => ({ default: (await import('./patient/overview-page.tsx')).OverviewPage }))
const EmailCheck = lazy(async () => ({
  default: (await import('./patient/email-check-page.tsx')).EmailCheckPage,
}))
const CancelNotice = lazy(async () => ({
  default: (await import('./patient/cancel-notice.tsx')).CancelNotice,
}))
const ConfirmNotice = lazy(async () => ({ default: (await import('./staff/notices.tsx')).ConfirmNotice }))
const RejectNotice = lazy(async () => ({ default: (await import('./staff/notices.tsx')).RejectNotice }))
const AdminNotice = lazy(async () => ({ default: (await import('./staff/notices.tsx')).AdminNotice }))

/** Every page of the portal (specification section 2). The first row that fits is shown. */
export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingPage />}>
        <Switch>
          <Route path="/booking" component={DirectWizard} />
          <Route path="/admin/reject" component={RejectNotice} />
          <Route path="/admin/confirm" component={ConfirmNotice} />
          <Route path="/admin/*?" component={AdminNotice} />
          <Route path="/patient/reject" component={CancelNotice} />
          <Route path="/patient/overview" component={Overview} />
          <Route path="/email/verify" component={EmailCheck} />
          <Route component={BookingEntry} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
