import { exactStamp, smsPrice } from '../../../src/shared/format.ts'
import { Badge } from '../../components/badge.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import styles from './details.module.css'
import { FieldError } from './fault-note.tsx'
import type { SmsEntry } from './log-entries.ts'
import { displayOfDelivery } from './message-status.ts'
import { RetryButton } from './retry-button.tsx'
import { RetryNote } from './retry-note.tsx'
import { SmsStatus } from './sms-status.tsx'
import type { Retry } from './use-logs.ts'

type SmsDetailsProps = { sms: SmsEntry | undefined; retry: Retry; onClose: () => void }

/** Everything about one text message: the fault first. */
export function SmsDetails({ sms, retry, onClose }: SmsDetailsProps) {
  return (
    <Dialog
      look="sheet"
      open={sms !== undefined}
      onClose={onClose}
      title={sms && `SMS an ${sms.recipient}`}
      actions={sms && <RetryButton message={sms} retry={retry} />}
    >
      {sms && (
        <div className={styles.details}>
          <RetryNote retry={retry} />
          <FieldError status={sms.status} error={sms.error}>
            {sms.status === 'unknown' && <p>Wird sie noch einmal gesendet, kann sie zweimal ankommen.</p>}
          </FieldError>
          <Facts sms={sms} />
        </div>
      )}
    </Dialog>
  )
}

const PROVIDER_NAMES: Readonly<Record<string, string>> = { clicksend: 'ClickSend', sevenio: 'seven.io' }

function Facts({ sms }: { sms: SmsEntry }) {
  return (
    <DetailList>
      <Detail label="Empfänger">{sms.recipient}</Detail>
      <Detail label="Absender">{sms.sender}</Detail>
      <Detail label="Text">{sms.text}</Detail>
      <Detail label="Status">
        <SmsStatus sms={sms} />
      </Detail>
      <Detail label="Preis">{sms.send_price !== null && smsPrice(sms.send_price)}</Detail>
      <Detail label="Provider">{sms.provider && (PROVIDER_NAMES[sms.provider] ?? sms.provider)}</Detail>
      <Detail label="Message-ID">{sms.message_id}</Detail>
      <Detail label="Zustellstatus">
        {sms.dlr_status && <Badge size="small" {...displayOfDelivery(sms.dlr_status)} />}
      </Detail>
      <Detail label="Zustellzeit">
        {sms.dlr_timestamp_iso && (
          <time dateTime={sms.dlr_timestamp_iso}>{exactStamp(sms.dlr_timestamp_iso)}</time>
        )}
      </Detail>
      <Detail label="Erstellt">
        <time dateTime={sms.created_at}>{exactStamp(sms.created_at)}</time>
      </Detail>
      <Detail label="Log-UUID">
        <span className="num">{sms.log_uuid}</span>
      </Detail>
    </DetailList>
  )
}
