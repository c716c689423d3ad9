import { exactStamp } from '../../../src/shared/format.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EmailText } from '../../components/unbroken.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { listTime } from '../components/list-time.ts'
import { LoggedDetails, statusColumn } from './log-columns.tsx'
import type { LogConfig } from './log-config.ts'
import { nobody, subjectOf } from './log-entries.ts'
import { AboutCell, AboutDetails } from './message-about.tsx'
import { displayOfMessage, EMAIL_STATUSES } from './message-status.ts'

export const EMAIL_LOG: LogConfig<'emails'> = {
  log: 'emails',
  name: 'E-Mail Logs',
  caption: 'E-Mails',
  empty: 'Keine E-Mail-Einträge vorhanden.',
  statuses: EMAIL_STATUSES,
  searched: 'Betreff, Empfänger oder Termin',
  titleOf: subjectOf,
  explain: ({ status, due_at }) => status === 'queued' && <p>Nächster Versuch: {exactStamp(due_at)}</p>,
  hasPreview: true,
  columns({ open, preview }) {
    const now = serverNow()
    return [
      {
        name: 'subject',
        label: 'Betreff',
        width: '27%',
        wraps: true,
        cell: (email) => <AboutCell entry={email} title={subjectOf(email)} onPress={() => open(email)} />,
        sortBy: subjectOf,
      },
      {
        name: 'recipient',
        label: 'Empfänger',
        width: '21%',
        wraps: true,
        cell: (email) =>
          email.recipient ? <EmailText>{email.recipient}</EmailText> : nobody(email, 'Adresse'),
        sortBy: ({ recipient }) => recipient,
      },
      statusColumn('18%'),
      {
        name: 'created',
        label: 'Erstellt',
        width: '15%',
        wraps: true,
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
        cell: (email) =>
          email.emptied === null && (
            <Button kind="link" aria-label={`Vorschau: ${subjectOf(email)}`} onClick={() => preview(email)}>
              Vorschau
            </Button>
          ),
      },
    ]
  },
  facts: (email) => (
    <DetailList>
      <Detail label="Betreff">{subjectOf(email)}</Detail>
      <Detail label="Empfänger" none={nobody(email, 'Adresse')}>
        {email.recipient && <EmailText>{email.recipient}</EmailText>}
      </Detail>
      <AboutDetails entry={email} />
      <Detail label="CC" none="keine">
        {email.cc}
      </Detail>
      <Detail label="BCC" none="keine">
        {email.bcc}
      </Detail>
      <Detail label="Status">
        <Badge size="small" {...displayOfMessage(email.status)} />
      </Detail>
      <Detail label="Gesendet" none="noch nicht">
        {email.sent_at && <time dateTime={email.sent_at}>{exactStamp(email.sent_at)}</time>}
      </Detail>
      <Detail label="Versuche">{email.attempts}</Detail>
      <LoggedDetails entry={email} />
    </DetailList>
  ),
}
