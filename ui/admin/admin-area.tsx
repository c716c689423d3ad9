import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { queryClient, ServerState } from '../api/query-client.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { PageSkeleton } from './components/page-skeleton.tsx'
import { LoginPage } from './login-page.tsx'
import { ACCOUNT, SETTINGS, WORK } from './pages.ts'
import { PrintDay } from './print-day.ts'
import { useSession } from './session.ts'

const LOGIN = '/admin/login'

/** Everything below /admin but the staff links: signed in or at the login (specification section 2). */
export function AdminArea() {
  const session = useSession()
  return (
    <ServerState>
      <Switch>
        <Route path={LOGIN}>{session ? <Redirect to="/admin" replace /> : <LoginPage />}</Route>
        <Route>{session ? <Inside key={session.user.email} /> : <Outside />}</Route>
      </Switch>
    </ServerState>
  )
}

function Inside() {
  return (
    <Switch>
      <Route path="/admin/bookings/print">
        <Suspense>
          <PrintDay />
        </Suspense>
      </Route>
      <Route>
        <AdminFrame>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {[...WORK, ...SETTINGS, ...ACCOUNT].map(({ path, component }) => (
                <Route key={path} path={path} component={component} />
              ))}
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

/** What the last person has seen is nobody else's business. */
function Outside() {
  queryClient.clear()
  return <Redirect to={LOGIN} replace />
}
