import { Eye } from 'lucide-react'
import { exactStamp } from '../../../src/shared/format.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import styles from './details.module.css'
import { FieldError } from './fault-note.tsx'
import { type EmailEntry, subjectOf } from './log-entries.ts'
import { displayOfMessage } from './message-status.ts'
import { RetryButton } from './retry-button.tsx'
import { RetryNote } from './retry-note.tsx'
import type { Retry } from './use-logs.ts'

type EmailDetailsProps = {
  mail: EmailEntry | undefined
  retry: Retry
  onPreview: (mail: EmailEntry) => void
  onClose: () => void
}

/** Everything about one e-mail but its letter: the fault first. */
export function EmailDetails({ mail, retry, onPreview, onClose }: EmailDetailsProps) {
  return (
    <Dialog
      look="sheet"
      open={mail !== undefined}
      onClose={onClose}
      title={mail && subjectOf(mail)}
      actions={
        mail && (
          <>
            <RetryButton message={mail} retry={retry} />
            <Button kind="quiet" onClick={() => onPreview(mail)}>
              <Eye />
              Vorschau
            </Button>
          </>
        )
      }
    >
      {mail && (
        <div className={styles.details}>
          <RetryNote retry={retry} />
          <FieldError status={mail.status} error={mail.error}>
            {mail.status === 'queued' && <p>Nächster Versuch: {exactStamp(mail.due_at)}</p>}
          </FieldError>
          <Facts mail={mail} />
        </div>
      )}
    </Dialog>
  )
}

function Facts({ mail }: { mail: EmailEntry }) {
  return (
    <DetailList>
      <Detail label="Betreff">{subjectOf(mail)}</Detail>
      <Detail label="Empfänger">{mail.recipient}</Detail>
      <Detail label="CC" none="keine">
        {mail.cc}
      </Detail>
      <Detail label="BCC" none="keine">
        {mail.bcc}
      </Detail>
      <Detail label="Status">
        <Badge size="small" {...displayOfMessage(mail.status)} />
      </Detail>
      <Detail label="Erstellt">
        <time dateTime={mail.created_at}>{exactStamp(mail.created_at)}</time>
      </Detail>
      <Detail label="Gesendet" none="noch nicht">
        {mail.sent_at && <time dateTime={mail.sent_at}>{exactStamp(mail.sent_at)}</time>}
      </Detail>
      <Detail label="Versuche">{mail.attempts}</Detail>
      <Detail label="Log-UUID">
        <span className="num">{mail.log_uuid}</span>
      </Detail>
    </DetailList>
  )
}
