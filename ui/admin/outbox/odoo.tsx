import { exactStamp } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import { RowButton } from '../components/data-table.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import type { LogConfig } from './log-config.ts'
import { displayOfMessage, EMAIL_STATUSES } from './message-status.ts'
import { StatusCell } from './status-cell.tsx'

const titleOf = ({ subject }: { subject: string }) => subject

/** Appointments on their way to Odoo. */
export const ODOO_LOG: LogConfig<'odoo'> = {
  log: 'odoo',
  name: 'Odoo Logs',
  caption: 'Übertragungen an Odoo',
  empty: 'Keine Übertragungen an Odoo vorhanden.',
  statuses: EMAIL_STATUSES,
  searched: 'Termin',
  textsOf: ({ subject, log_uuid }) => [subject, log_uuid],
  titleOf,
  explain: () => null,
  hasPreview: false,
  columns: ({ open }) => [
    {
      name: 'subject',
      label: 'Termin',
      width: '45%',
      cell: (push) => <RowButton onPress={() => open(push)}>{push.subject}</RowButton>,
    },
    {
      name: 'status',
      label: 'Status',
      width: '40%',
      cell: (push) => <StatusCell entry={push} />,
      sortBy: ({ status }) => displayOfMessage(status).label,
    },
    {
      name: 'details',
      label: 'Aktion',
      quiet: true,
      width: '15%',
      cell: (push) => (
        <Button
          kind="link"
          aria-haspopup="dialog"
          aria-label={`Details: ${titleOf(push)}`}
          onClick={() => open(push)}
        >
          Details
        </Button>
      ),
    },
  ],
  facts: (push) => (
    <DetailList>
      <Detail label="Termin">{push.subject}</Detail>
      <Detail label="Status">
        <StatusCell entry={{ ...push, error: null }} />
      </Detail>
      <Detail label="Versuche">{push.attempts}</Detail>
      <Detail label="Erstellt">
        <time dateTime={push.created_at}>{exactStamp(push.created_at)}</time>
      </Detail>
      <Detail label="Log-UUID">
        <span className="num">{push.log_uuid}</span>
      </Detail>
    </DetailList>
  ),
}
