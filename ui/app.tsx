import { Component, type ReactNode, StrictMode, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { BookingPage } from './booking/booking-page.tsx'
import { DirectWizard } from './booking/direct-wizard.tsx'
import { Button } from './components/button.tsx'
import { lazyComponent } from './components/lazy-component.ts'
import { LoadingPage, PageFrame } from './page/page-frame.tsx'
import { PageHeading, usePageTitle } from './page/page-heading.tsx'
import { PracticeContact } from './page/practice-contact.tsx'

// The code of each page is loaded when the page is first shown. Only the booking page is part of the start
// bundle.
const Overview = lazyComponent(() => import('./appointment/overview/overview.tsx'), 'OverviewPage')
const VerifyEmail = lazyComponent(() => import('./booking/contact/verify-email-page.tsx'), 'VerifyEmailPage')
const Cancel = lazyComponent(() => import('./appointment/cancel/cancel-page.tsx'), 'CancelPage')
const Move = lazyComponent(() => import('./appointment/move/move-page.tsx'), 'MovePage')
const MyBookings = lazyComponent(
  () => import('./appointment/my-bookings/my-bookings-page.tsx'),
  'MyBookingsPage',
)
const WaitingList = lazyComponent(() => import('./waiting-list/waiting-list-page.tsx'), 'WaitingListPage')
const Offer = lazyComponent(() => import('./waiting-list/offer-page.tsx'), 'OfferPage')
const Privacy = lazyComponent(() => import('./information/text-pages.tsx'), 'PrivacyPage')
const Accessibility = lazyComponent(() => import('./information/text-pages.tsx'), 'AccessibilityPage')
const Imprint = lazyComponent(() => import('./information/imprint-page.tsx'), 'ImprintPage')
const Confirm = lazyComponent(() => import('./appointment/decide/decision-page.tsx'), 'ConfirmPage')
const Reject = lazyComponent(() => import('./appointment/decide/decision-page.tsx'), 'RejectPage')
const Login = lazyComponent(() => import('./admin/login-page.tsx'), 'LoginPage')
const Admin = lazyComponent(() => import('./admin/admin-area.tsx'), 'AdminArea')

/**
 * Shows the page of the present URL. The first matching route counts, so the routes of staff links come
 * before the admin area. A URL without a route shows the booking page.
 */
export function App() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Suspense fallback={<LoadingPage />}>
          <Switch>
            <Route path="/booking" component={DirectWizard} />
            <Route path="/admin/reject" component={Reject} />
            <Route path="/admin/confirm" component={Confirm} />
            {/* The specification gives the confirmation two URLs. */}
            <Route path="/admin/approve" component={Confirm} />
            <Route path="/admin/login" component={Login} />
            <Route path="/admin/*?" component={Admin} />
            {/* The specification gives the patient's cancellation this URL. */}
            <Route path="/patient/reject" component={Cancel} />
            <Route path="/patient/move" component={Move} />
            <Route path="/patient/overview" component={Overview} />
            <Route path="/meine-termine" component={MyBookings} />
            <Route path="/patient/waiting-list" component={WaitingList} />
            <Route path="/patient/offer" component={Offer} />
            <Route path="/email/verify" component={VerifyEmail} />
            <Route path="/datenschutz" component={Privacy} />
            <Route path="/barrierefreiheit" component={Accessibility} />
            <Route path="/impressum" component={Imprint} />
            <Route component={BookingPage} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </StrictMode>
  )
}

/**
 * Shows the error page instead of a page that has thrown an error. React accepts only classes as error
 * boundaries.
 */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <UnexpectedErrorPage /> : this.props.children
  }
}

/** Says that an unexpected error has occurred, with a button that reloads the page. */
function UnexpectedErrorPage() {
  usePageTitle('Unerwarteter Fehler')
  return (
    <PageFrame narrow>
      <div role="alert">
        <PageHeading lead="Bitte laden Sie die Seite neu.">
          Es ist ein unerwarteter Fehler aufgetreten.
        </PageHeading>
      </div>
      <Button kind="primary" onClick={() => location.reload()}>
        Seite neu laden
      </Button>
      <PracticeContact />
    </PageFrame>
  )
}
