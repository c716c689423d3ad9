import { Badge } from '../../components/badge.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { detailsColumn, nameColumn, statusColumn } from './log-columns.tsx'
import type { LogConfig } from './log-config.ts'
import { LogEntryDetails } from './log-details.tsx'
import { subjectOf } from './log-texts.ts'
import { displayOfMessage, EMAIL_STATUSES } from './message-status.ts'

/** The log of the appointments on their way to Odoo. */
export const ODOO_LOG: LogConfig<'odoo'> = {
  log: 'odoo',
  channel: 'erp',
  name: 'Odoo Logs',
  caption: 'Übertragungen an Odoo',
  empty: 'Keine Übertragungen an Odoo vorhanden.',
  statuses: EMAIL_STATUSES,
  searchPlaceholder: 'Name oder Termin',
  titleOf: subjectOf,
  explain: () => null,
  hasPreview: false,
  columns: ({ openDetails }) => [
    nameColumn(openDetails, { width: '25%' }),
    { name: 'subject', label: 'Termin', width: '30%', cell: subjectOf },
    statusColumn({ width: '33%' }),
    detailsColumn(openDetails, { titleOf: subjectOf, width: '12%' }),
  ],
  facts: (push) => (
    <DetailList>
      <Detail label="Termin">{subjectOf(push)}</Detail>
      <Detail label="Status">
        <Badge size="small" {...displayOfMessage(push.status)} />
      </Detail>
      <Detail label="Versuche">{push.attempts}</Detail>
      <LogEntryDetails row={push} />
    </DetailList>
  ),
}
