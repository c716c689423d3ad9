import { Badge } from '../../components/badge.tsx'
import type { SmsEntry } from './log-entries.ts'
import { displayOfMessage } from './message-status.ts'
import styles from './sms-status.module.css'

/** How far it came, in our word, and beside it the provider's own where it has one (specification section 2, send status). */
export function SmsStatus({ sms: { status, send_status } }: { sms: SmsEntry }) {
  return (
    <span className={styles.status}>
      <Badge size="small" {...displayOfMessage(status)} />
      {send_status && send_status !== status && <span className={styles.provider}>{send_status}</span>}
    </span>
  )
}
