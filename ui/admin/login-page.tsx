import { useState } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import { QueryProvider } from '../api/query-client.tsx'
import { isSessionExpired, readUser, useSession } from '../api/session.ts'
import { Banner } from '../components/banner.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { PageHeading, usePageTitle } from '../page/page-heading.tsx'
import { useEnteredEarly } from '../patient/page-data.ts'
import { SESSION_EXPIRED, SignInForm } from './sign-in-form.tsx'

/**
 * The page /admin/login with the sign-in form. Staff who are already signed in are redirected to the admin
 * area.
 */
export function LoginPage() {
  const session = useSession()
  if (session) return <Redirect to="/admin" replace />
  return (
    <QueryProvider>
      <Login />
    </QueryProvider>
  )
}

/** The form, prefilled with the e-mail address from the link or from the last session. */
function Login() {
  const [search] = useSearchParams()
  const enteredEarly = { email: useEnteredEarly('email'), password: useEnteredEarly('password') }
  const [email] = useState(() => search.get('email')?.trim() ?? readUser()?.email ?? '')
  // The sentence stays until the user leaves the page.
  const [isExpired] = useState(isSessionExpired)
  usePageTitle('Anmelden')
  return (
    <PageFrame narrow>
      <PageHeading>Anmelden</PageHeading>
      <div className="stack gap-5 short-form" onInput={loadAdminArea}>
        {isExpired && (
          <div role="status">
            <Banner tone="info">{SESSION_EXPIRED} Bitte melden Sie sich neu an.</Banner>
          </div>
        )}
        <SignInForm email={email} enteredEarly={enteredEarly} />
        <p>
          <Link href="/">Zurück zur Buchungsseite</Link>
        </p>
      </div>
    </PageFrame>
  )
}

/** Loads the code of the admin area while the user types the password. */
function loadAdminArea(): void {
  // A failure is reported when the area is opened.
  void import('./admin-area.tsx').catch(() => undefined)
}
