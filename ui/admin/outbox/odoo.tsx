import { RowButton } from '../components/data-table.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { detailsColumn, LoggedDetails, StatusCell, statusColumn } from './log-columns.tsx'
import type { LogConfig } from './log-config.ts'
import { subjectOf } from './log-entries.ts'
import { EMAIL_STATUSES } from './message-status.ts'

const titleOf = subjectOf

/** Appointments on their way to Odoo. */
export const ODOO_LOG: LogConfig<'odoo'> = {
  log: 'odoo',
  name: 'Odoo Logs',
  caption: 'Übertragungen an Odoo',
  empty: 'Keine Übertragungen an Odoo vorhanden.',
  statuses: EMAIL_STATUSES,
  searched: 'Termin',
  titleOf,
  explain: () => null,
  hasPreview: false,
  columns: ({ open }) => [
    {
      name: 'subject',
      label: 'Termin',
      width: '45%',
      cell: (push) => <RowButton onPress={() => open(push)}>{subjectOf(push)}</RowButton>,
    },
    statusColumn('40%'),
    detailsColumn(titleOf, open, '15%'),
  ],
  facts: (push) => (
    <DetailList>
      <Detail label="Termin">{subjectOf(push)}</Detail>
      <Detail label="Status">
        <StatusCell entry={{ ...push, error: null }} />
      </Detail>
      <Detail label="Versuche">{push.attempts}</Detail>
      <LoggedDetails entry={push} />
    </DetailList>
  ),
}
