import { dateTimeToTheSecond } from '../../../src/shared/format.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import type { Column } from '../components/table-column.ts'
import { createdColumn, nameColumn, statusColumn } from './log-columns.tsx'
import type { LogConfig } from './log-config.ts'
import { AboutPatientDetails, LogEntryDetails } from './log-details.tsx'
import { noRecipientText, subjectOf } from './log-texts.ts'
import { displayOfMessage, EMAIL_STATUSES } from './message-status.ts'
import type { LogRows } from './use-logs.ts'

type Email = LogRows['emails']

/** The log of all e-mails: the columns of its table, and the facts in the details of an e-mail. */
export const EMAIL_LOG: LogConfig<'emails'> = {
  log: 'emails',
  channel: 'email',
  name: 'E-Mail Logs',
  caption: 'E-Mails',
  empty: 'Keine E-Mail-Einträge vorhanden.',
  statuses: EMAIL_STATUSES,
  searchPlaceholder: 'Name, Betreff, Empfänger oder Termin',
  titleOf: subjectOf,
  explain: ({ status, due_at }) =>
    status === 'queued' && due_at ? <p>Nächster Versuch: {dateTimeToTheSecond(due_at)}</p> : null,
  hasPreview: true,
  columns: ({ openDetails, openPreview }) => [
    nameColumn(openDetails, { width: '15%', tabletWidth: '21%' }),
    SUBJECT_COLUMN,
    RECIPIENT_COLUMN,
    statusColumn({ width: '16%', tabletWidth: '19%' }),
    createdColumn(serverNow(), { width: '14%', tabletWidth: '17%' }),
    LOG_ID_COLUMN,
    previewColumn(openPreview),
  ],
  facts: (email) => <EmailFacts email={email} />,
}

const SUBJECT_COLUMN: Column<Email> = {
  name: 'subject',
  label: 'Betreff',
  width: '19%',
  tabletWidth: '30%',
  cell: subjectOf,
  sortBy: subjectOf,
}

const RECIPIENT_COLUMN: Column<Email> = {
  name: 'recipient',
  label: 'Empfänger',
  width: '17%',
  hiddenOnPhone: true,
  hiddenOnTablet: true,
  cell: (email) => email.recipient || noRecipientText(email, 'Adresse'),
  sortBy: ({ recipient }) => recipient,
}

const LOG_ID_COLUMN: Column<Email> = {
  name: 'log',
  label: 'Log-ID',
  width: '8.5%',
  hiddenOnPhone: true,
  hiddenOnTablet: true,
  // Six characters distinguish the rows. The details show the whole id.
  cell: ({ log_uuid }) => <span className="num muted">{log_uuid.slice(0, 6)}</span>,
}

/** The column with the button that previews an e-mail. */
function previewColumn(openPreview: (email: Email) => void): Column<Email> {
  return {
    name: 'preview',
    label: 'Aktion',
    hidesLabel: true,
    width: '10.5%',
    tabletWidth: '13%',
    hiddenOnPhone: true,
    // An e-mail whose content was deleted has no preview.
    cell: (email) =>
      email.emptied === null && (
        <Button kind="link" aria-label={`Vorschau: ${subjectOf(email)}`} onClick={() => openPreview(email)}>
          Vorschau
        </Button>
      ),
  }
}

/** All facts about an e-mail except its content, which the preview shows. */
function EmailFacts({ email }: { email: Email }) {
  return (
    <DetailList>
      <Detail label="Betreff">{subjectOf(email)}</Detail>
      <Detail label="Empfänger" unknownText={noRecipientText(email, 'Adresse')}>
        {email.recipient && <EmailText>{email.recipient}</EmailText>}
      </Detail>
      <AboutPatientDetails row={email} />
      <Detail label="CC" unknownText="keine">
        {email.cc}
      </Detail>
      <Detail label="BCC" unknownText="keine">
        {email.bcc}
      </Detail>
      <Detail label="Status">
        <Badge size="small" {...displayOfMessage(email.status)} />
      </Detail>
      <Detail label="Gesendet" unknownText="noch nicht">
        {email.sent_at && <time dateTime={email.sent_at}>{dateTimeToTheSecond(email.sent_at)}</time>}
      </Detail>
      <Detail label="Versuche">{email.attempts}</Detail>
      <LogEntryDetails row={email} />
    </DetailList>
  )
}
