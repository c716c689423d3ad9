import { useSession } from '../../api/session.ts'
import { PageHead } from '../components/page.tsx'
import styles from './account.module.css'
import { DeviceList } from './device-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'

/** The account of the admin who is signed in. */
export function AccountPage() {
  const { email = '', name = '' } = useSession()?.user ?? {}
  return (
    <>
      <PageHead title="Mein Zugang" lead={name ? `${name}, ${email}` : email} />
      <div className={`stack gap-6 ${styles.page}`}>
        <PasswordForm email={email} />
        <SecondFactor />
        <DeviceList />
      </div>
    </>
  )
}
