import { Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { QueryProvider, queryClient } from '../api/query-client.tsx'
import { useSession, useUser } from '../api/session.ts'
import { lazyComponent } from '../components/lazy-component.ts'
import { AdminFrame } from './admin-frame.tsx'
import { PageSkeleton } from './components/page.tsx'
import { useCanOpen, useStartPage } from './components/page-access.ts'
import { FIRST_STEPS_PATH } from './first-steps/use-first-steps.ts'
import { ACCOUNT_PAGES, RESOURCES_PAGE, SETTINGS_PAGES, WORK_PAGES } from './pages.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { SessionEnd } from './session-end.tsx'
import { WrongRolePage } from './wrong-role-page.tsx'

/** The navigation does not contain this page. Patients' names link to it. */
const PatientPage = lazyComponent(() => import('./patients/patient-page.tsx'), 'PatientPage')

/** The printable list of a day, without navigation and header. */
const PrintDayPage = lazyComponent(() => import('./bookings/print-day-page.tsx'), 'PrintDayPage')

/** The page that the link of an invitation opens, for people who cannot sign in yet. */
const InvitationPage = lazyComponent(() => import('./invitation-page.tsx'), 'InvitationPage')

/** The navigation does not contain this page. The start page links to it while something is missing. */
const FirstStepsPage = lazyComponent(() => import('./first-steps/first-steps-page.tsx'), 'FirstStepsPage')

/** All pages below /admin, except the sign-in and those that staff links open. */
export function AdminArea() {
  return (
    <QueryProvider>
      <Switch>
        <Route path="/admin/invitation">
          <Suspense>
            <InvitationPage />
          </Suspense>
        </Route>
        <Route component={OwnPage} />
      </Switch>
    </QueryProvider>
  )
}

/** All pages inside the frame, except the patient page, whose URL contains an id. */
const PAGES = [
  ...WORK_PAGES,
  ...SETTINGS_PAGES,
  ...ACCOUNT_PAGES,
  RESOURCES_PAGE,
  { path: FIRST_STEPS_PATH, component: FirstStepsPage },
]

/**
 * A page of the signed-in user. It stays mounted when the session expires, so that the user can go on after
 * signing in again. Another user who signs in sees nothing of it (docs/behaviour.md 12.5).
 */
function OwnPage() {
  const session = useSession()
  const user = useUser()
  /** The e-mail address of the user whom the loaded data are for; undefined if nobody was signed in. */
  const [ownerEmail, setOwnerEmail] = useState(session?.user.email)
  if (!user || ownerEmail === undefined) return <SignedOut />
  if (user.email !== ownerEmail) return <NextUser onReady={() => setOwnerEmail(user.email)} />
  return (
    <>
      <SignedIn />
      <SessionEnd user={user} />
      <ProofDialog />
    </>
  )
}

/** Forgets the data of the previous user, and takes the next one to the start page. */
function NextUser({ onReady }: { onReady: () => void }) {
  const [, navigate] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: this happens once, before anything is shown
  useEffect(() => {
    queryClient.clear()
    navigate('/admin', { replace: true })
    onReady()
  }, [])
  return null
}

/** The page that the URL names if the signed-in staff member may open it, otherwise the start page. */
function SignedIn() {
  const canOpen = useCanOpen()
  const startPage = useStartPage()
  return (
    <Switch>
      {canOpen('/admin/bookings/print') && (
        <Route path="/admin/bookings/print">
          <Suspense>
            <PrintDayPage />
          </Suspense>
        </Route>
      )}
      <Route>
        <AdminFrame>
          <Suspense fallback={<PageSkeleton />}>
            <Switch>
              {/* Staff who cannot open the overview come from its URL to their start page, without a word. */}
              {PAGES.filter(({ path }) => path !== '/admin' || canOpen(path)).map(({ path, component }) => (
                <Route key={path} path={path} component={canOpen(path) ? component : WrongRolePage} />
              ))}
              <Route
                path="/admin/patients/:bookingId"
                component={canOpen('/admin/patients') ? PatientPage : WrongRolePage}
              />
              <Route>
                <Redirect to={startPage.path} replace />
              </Route>
            </Switch>
          </Suspense>
        </AdminFrame>
      </Route>
    </Switch>
  )
}

/**
 * Leads to the sign-in, and forgets all loaded data at once, because the next login may be another staff
 * member's.
 */
function SignedOut() {
  queryClient.clear()
  return <Redirect to="/admin/login" replace />
}
