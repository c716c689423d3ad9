import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { isSessionExpired, readUser } from '../api/session.ts'
import { Banner } from '../components/banner.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { PageHeading, usePageTitle } from '../page/page-heading.tsx'
import styles from './account/account.module.css'
import { SESSION_EXPIRED } from './session-end.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signs in whoever opens the admin area without a session. */
export function LoginPage() {
  const [search] = useSearchParams()
  const [email] = useState(() => search.get('email')?.trim() ?? readUser()?.email ?? '')
  const [isExpired] = useState(isSessionExpired)
  usePageTitle('Anmelden')
  return (
    <PageFrame narrow>
      <PageHeading>Anmelden</PageHeading>
      <div className={`stack gap-5 ${styles.form}`}>
        {isExpired && (
          <div role="status">
            <Banner tone="info">{SESSION_EXPIRED} Bitte melden Sie sich neu an.</Banner>
          </div>
        )}
        <SignInForm email={email} />
        <p>
          <Link href="/">Zurück zur Buchungsseite</Link>
        </p>
      </div>
    </PageFrame>
  )
}
