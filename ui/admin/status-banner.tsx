import { Banner } from '../components/banner.tsx'
import styles from './status-banner.module.css'
import { useAdminStatus } from './use-admin-status.ts'

const TONES = { info: 'info', warning: 'warning', danger: 'danger', maintenance: 'maintenance' } as const

/** How the portal is, in a sentence; nothing while all is well (specification section 2, admin area). */
export function StatusBanner() {
  const { data, error } = useAdminStatus()
  return (
    <div className={styles.place} role="status">
      {error && !data && <Banner tone="danger">Status konnte nicht geladen werden.</Banner>}
      {data?.message && <Banner tone={TONES[data.level]}>{data.message}</Banner>}
    </div>
  )
}
