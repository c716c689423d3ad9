import { PageHead } from '../components/page-head.tsx'
import { useSession } from '../session.ts'
import styles from './account-page.module.css'
import { AdminList } from './admin-list.tsx'
import { DeviceList } from './device-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'

/** How one signs in, and where one is signed in. */
export function AccountPage() {
  const { email = '', name = '' } = useSession()?.user ?? {}
  return (
    <div className={styles.page}>
      <PageHead title="Mein Zugang" lead={name ? `${name}, ${email}` : email} />
      <PasswordForm email={email} />
      <SecondFactor />
      <DeviceList />
      <AdminList />
    </div>
  )
}
