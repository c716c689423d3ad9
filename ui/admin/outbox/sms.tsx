import { exactStamp, smsPrice } from '../../../src/shared/format.ts'
import { showPhone } from '../../../src/shared/phone.ts'
import { PROVIDER_NAMES } from '../../../src/shared/sms-providers.ts'
import { Badge } from '../../components/badge.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { detailsColumn, LoggedDetails, StatusCell, statusColumn } from './log-columns.tsx'
import type { LogConfig } from './log-config.ts'
import { nobody } from './log-entries.ts'
import { AboutCell, AboutDetails } from './message-about.tsx'
import { displayOfDelivery, SMS_STATUSES } from './message-status.ts'
import type { Entries } from './use-logs.ts'

/** The numbers are E.164, so no country is needed. */
const numberOf = (sms: Entries['sms']) => showPhone(sms.recipient, '') || nobody(sms, 'Nummer')
const titleOf = (sms: Entries['sms']) => `SMS an ${numberOf(sms)}`

export const SMS_LOG: LogConfig<'sms'> = {
  log: 'sms',
  name: 'SMS Logs',
  caption: 'SMS',
  empty: 'Keine SMS-Einträge vorhanden.',
  statuses: SMS_STATUSES,
  searched: 'Empfänger, Text oder Termin',
  titleOf,
  explain: ({ status }) =>
    status === 'unknown' && <p>Wird sie noch einmal gesendet, kann sie zweimal ankommen.</p>,
  hasPreview: false,
  columns: ({ open }) => [
    {
      name: 'recipient',
      label: 'Empfänger',
      width: '22%',
      wraps: true,
      cell: (sms) => <AboutCell entry={sms} title={numberOf(sms)} onPress={() => open(sms)} />,
      sortBy: ({ recipient }) => recipient,
    },
    { name: 'text', label: 'Text', width: '23%', cell: ({ text, emptied }) => emptied ?? text },
    statusColumn('22%'),
    {
      name: 'price',
      label: 'Preis',
      width: '9%',
      cell: ({ send_price }) => (
        <span className="num">{send_price === null ? '–' : smsPrice(send_price)}</span>
      ),
      sortBy: ({ send_price }) => Number(send_price ?? -1),
    },
    {
      name: 'delivery',
      label: 'Zustellung',
      width: '15%',
      cell: ({ dlr_status }) =>
        dlr_status ? <Badge size="small" {...displayOfDelivery(dlr_status)} /> : '–',
      sortBy: ({ dlr_status }) => dlr_status ?? '',
    },
    detailsColumn(titleOf, open, '9%'),
  ],
  facts: (sms) => (
    <DetailList>
      <Detail label="Empfänger" none={nobody(sms, 'Nummer')}>
        {sms.recipient && numberOf(sms)}
      </Detail>
      <AboutDetails entry={sms} />
      <Detail label="Absender">{sms.sender}</Detail>
      <Detail label="Text">{sms.emptied ?? sms.text}</Detail>
      <Detail label="Status">
        <StatusCell entry={{ ...sms, error: null }} />
      </Detail>
      <Detail label="Preis">{sms.send_price !== null && smsPrice(sms.send_price)}</Detail>
      <Detail label="Provider">{sms.provider && PROVIDER_NAMES[sms.provider]}</Detail>
      <Detail label="Message-ID">{sms.message_id}</Detail>
      <Detail label="Zustellstatus">
        {sms.dlr_status && <Badge size="small" {...displayOfDelivery(sms.dlr_status)} />}
      </Detail>
      <Detail label="Zustellzeit">
        {sms.dlr_timestamp_iso && (
          <time dateTime={sms.dlr_timestamp_iso}>{exactStamp(sms.dlr_timestamp_iso)}</time>
        )}
      </Detail>
      <LoggedDetails entry={sms} />
    </DetailList>
  ),
}
