import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { QueryProvider, queryClient } from '../api/query-client.tsx'
import { useSession } from '../api/session.ts'
import { lazyComponent } from '../components/lazy-component.ts'
import { AdminFrame } from './admin-frame.tsx'
import { PageSkeleton } from './components/page.tsx'
import { useMayOpen } from './components/role.ts'
import { FIRST_STEPS_PATH } from './first-steps/use-first-steps.ts'
import { ForDoctorsPage } from './for-doctors-page.tsx'
import { LoginPage } from './login-page.tsx'
import { ACCOUNT_PAGES, SETTINGS_PAGES, WORK_PAGES } from './pages.ts'

const LOGIN = '/admin/login'

/** The page for printing has neither navigation nor header. */
const PrintDayPage = lazyComponent(() => import('./bookings/print-day-page.tsx'), 'PrintDayPage')

const InvitationPage = lazyComponent(() => import('./invitation-page.tsx'), 'InvitationPage')

/** The navigation does not contain this page. The start page leads to it while something is missing. */
const FirstStepsPage = lazyComponent(() => import('./first-steps/first-steps-page.tsx'), 'FirstStepsPage')

/** Everything below /admin except the staff links. */
export function AdminArea() {
  const session = useSession()
  return (
    <QueryProvider>
      <Switch>
        <Route path="/admin/invitation">
          <Suspense>
            <InvitationPage />
          </Suspense>
        </Route>
        <Route path={LOGIN}>{session ? <Redirect to="/admin" replace /> : <LoginPage />}</Route>
        <Route>{session ? <SignedIn key={session.user.email} /> : <SignedOut />}</Route>
      </Switch>
    </QueryProvider>
  )
}

function SignedIn() {
  const [path] = useLocation()
  const mayOpen = useMayOpen()
  return (
    <Switch>
      <Route path="/admin/bookings/print">
        <Suspense>
          <PrintDayPage />
        </Suspense>
      </Route>
      <Route>
        <AdminFrame>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {!mayOpen(path) && <Route component={ForDoctorsPage} />}
              {[...WORK_PAGES, ...SETTINGS_PAGES, ...ACCOUNT_PAGES].map(({ path, component }) => (
                <Route key={path} path={path} component={component} />
              ))}
              <Route path={FIRST_STEPS_PATH} component={FirstStepsPage} />
              <Route>
                <Redirect to="/admin" replace />
              </Route>
            </Switch>
          </Suspense>
        </AdminFrame>
      </Route>
    </Switch>
  )
}

/** Forgets all loaded data, because the next login may be another staff member's. */
function SignedOut() {
  queryClient.clear()
  return <Redirect to={LOGIN} replace />
}
