import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { type Column, DataTable, RowButton } from '../components/data-table.tsx'
import { listTime } from '../components/list-time.ts'
import { EmailDetails } from './email-details.tsx'
import { EmailPreview } from './email-preview.tsx'
import { type EmailEntry, subjectOf } from './log-entries.ts'
import { LogView } from './log-view.tsx'
import { displayOfMessage, EMAIL_STATUSES } from './message-status.ts'
import { useEmailLog, useRetryEmail } from './use-logs.ts'
import { useOpenedRows } from './use-opened-rows.ts'

const textsOf = ({ subject, recipient, log_uuid }: EmailEntry) => [
  subjectOf({ subject }),
  recipient,
  log_uuid,
]

/** Specification section 2, Outbox Monitor: the e-mails, their details and the letters themselves. */
export function EmailLog() {
  const retry = useRetryEmail()
  const log = useEmailLog(retry.submittedAt)
  const rows = useOpenedRows(log.data ?? [])
  const open = (mail: EmailEntry) => {
    retry.reset()
    rows.open(mail)
  }
  return (
    <>
      <LogView
        name="E-Mail Logs"
        log={log}
        statuses={EMAIL_STATUSES}
        searched="Betreff oder Empfänger"
        textsOf={textsOf}
        empty="Keine E-Mail-Einträge vorhanden."
      >
        {(mails, nothing) => (
          <DataTable
            caption="E-Mails"
            columns={columns(open, rows.preview)}
            rows={mails}
            keyOf={({ id }) => id}
            chosen={rows.chosenOf(mails)}
            onChoose={open}
            empty={nothing}
          />
        )}
      </LogView>
      <EmailDetails mail={rows.opened} retry={retry} onPreview={rows.preview} onClose={rows.close} />
      <EmailPreview mail={rows.previewed} onClose={rows.closePreview} />
    </>
  )
}

function columns(
  onOpen: (mail: EmailEntry) => void,
  onPreview: (mail: EmailEntry) => void,
): readonly Column<EmailEntry>[] {
  const now = serverNow()
  return [
    {
      name: 'subject',
      label: 'Betreff',
      width: '28%',
      cell: (mail) => <RowButton onPress={() => onOpen(mail)}>{subjectOf(mail)}</RowButton>,
      sortBy: subjectOf,
    },
    {
      name: 'recipient',
      label: 'Empfänger',
      width: '22%',
      cell: ({ recipient }) => recipient,
      sortBy: ({ recipient }) => recipient,
    },
    {
      name: 'status',
      label: 'Status',
      width: '16%',
      cell: ({ status }) => <Badge size="small" {...displayOfMessage(status)} />,
      sortBy: ({ status }) => displayOfMessage(status).label,
    },
    {
      name: 'created',
      label: 'Erstellt',
      width: '14%',
      cell: ({ created_at }) => <time dateTime={created_at}>{listTime(created_at, now)}</time>,
      sortBy: ({ created_at }) => Date.parse(created_at),
    },
    {
      name: 'log',
      label: 'Log-ID',
      width: '9%',
      wideOnly: true,
      cell: ({ log_uuid }) => <span className="num muted">{log_uuid.slice(0, 6)}</span>,
    },
    {
      name: 'preview',
      label: 'Aktion',
      quiet: true,
      width: '10%',
      cell: (mail) => (
        <Button kind="link" aria-label={`Vorschau: ${subjectOf(mail)}`} onClick={() => onPreview(mail)}>
          Vorschau
        </Button>
      ),
    },
  ]
}
