import { useUser } from '../../api/session.ts'
import { PageHead } from '../components/page.tsx'
import styles from './account.module.css'
import { DeviceList } from './device-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'

/** The page about the account of the signed-in staff member. */
export function AccountPage() {
  const { email = '', name = '' } = useUser() ?? {}
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
