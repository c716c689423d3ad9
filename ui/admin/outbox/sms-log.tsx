import { showPhone } from '../../../src/shared/contact/phone-shown.ts'
import { dateTimeToTheSecond } from '../../../src/shared/format.ts'
import { formatAmount, formatSmsPrice } from '../../../src/shared/money.ts'
import { PROVIDER_NAMES } from '../../../src/shared/sms-providers.ts'
import { Badge } from '../../components/badge.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import type { Column } from '../components/table-column.ts'
import { detailsColumn, nameColumn, statusColumn } from './log-columns.tsx'
import type { LogConfig } from './log-config.ts'
import { AboutPatientDetails, LogEntryDetails } from './log-details.tsx'
import { noRecipientText } from './log-texts.ts'
import {
  displayOfDelivery,
  displayOfMessage,
  providerCode,
  SMS_STATUSES,
  shownStatus,
} from './message-status.ts'
import type { LogRows } from './use-logs.ts'

type Sms = LogRows['sms']

/** The log of all SMS, with the delivery reports of the providers. */
export const SMS_LOG: LogConfig<'sms'> = {
  log: 'sms',
  channel: 'sms',
  name: 'SMS Logs',
  caption: 'SMS',
  empty: 'Keine SMS-Einträge vorhanden.',
  statuses: SMS_STATUSES,
  searchPlaceholder: 'Name, Empfänger, Text oder Termin',
  titleOf: smsTitle,
  explain: (sms) => mayArriveTwice(sms) && <p>Wird sie noch einmal gesendet, kann sie zweimal ankommen.</p>,
  hasPreview: false,
  columns: ({ openDetails }) => [
    nameColumn(openDetails, { width: '15%', tabletWidth: '19%' }),
    RECIPIENT_COLUMN,
    TEXT_COLUMN,
    statusColumn({ width: '16%', tabletWidth: '18%' }),
    PRICE_COLUMN,
    DELIVERY_COLUMN,
    detailsColumn(openDetails, { titleOf: smsTitle, width: '9%', tabletWidth: '12%' }),
  ],
  facts: (sms) => <SmsFacts sms={sms} />,
}

const RECIPIENT_COLUMN: Column<Sms> = {
  name: 'recipient',
  label: 'Empfänger',
  width: '16%',
  tabletWidth: '21%',
  hiddenOnPhone: true,
  cell: (sms) => <span className="num">{numberOf(sms)}</span>,
  sortBy: ({ recipient }) => recipient,
}

const TEXT_COLUMN: Column<Sms> = {
  name: 'text',
  label: 'Text',
  width: '21%',
  hiddenOnTablet: true,
  // Where the text is deleted, `emptied` says so.
  cell: ({ text, emptied }) => emptied ?? text,
}

const PRICE_COLUMN: Column<Sms> = {
  name: 'price',
  label: 'Preis',
  width: '7.5%',
  tabletWidth: '10%',
  hiddenOnPhone: true,
  cell: ({ send_price }) => (
    <span className="num">{send_price === null ? '–' : formatAmount(send_price)}</span>
  ),
  // An SMS without a price is sorted before free ones.
  sortBy: ({ send_price }) => Number(send_price ?? -1),
}

/** The column with the provider's delivery report; empty until there is one. */
const DELIVERY_COLUMN: Column<Sms> = {
  name: 'delivery',
  label: 'Zustellung',
  width: '15.5%',
  tabletWidth: '20%',
  // On a phone the report is beside the name.
  besideFirst: true,
  cell: ({ dlr_status }) => (dlr_status ? <Badge size="small" {...displayOfDelivery(dlr_status)} /> : null),
  sortBy: ({ dlr_status }) => dlr_status ?? '',
}

/** Returns whether an SMS that may already have arrived can be sent again. */
function mayArriveTwice({ status, remedy }: Sms): boolean {
  // Two remedies send again: to the same number (`resend`), and to a new one (`resend-corrected`).
  return status === 'unknown' && remedy?.startsWith('resend') === true
}

/** All facts about an SMS, as its details list them. */
function SmsFacts({ sms }: { sms: Sms }) {
  const code = providerCode(sms)
  return (
    <DetailList>
      <Detail label="Empfänger" unknownText={noRecipientText(sms, 'Nummer')}>
        {sms.recipient && numberOf(sms)}
      </Detail>
      <AboutPatientDetails row={sms} />
      <Detail label="Absender">{sms.sender}</Detail>
      <Detail label="Text">{sms.emptied ?? sms.text}</Detail>
      <Detail label="Status">
        <Badge size="small" {...displayOfMessage(shownStatus(sms))} />
      </Detail>
      <Detail label="Antwort">{code && `${code} (Code des Providers)`}</Detail>
      <Detail label="Preis">{sms.send_price !== null && formatSmsPrice(sms.send_price)}</Detail>
      <Detail label="Provider">{sms.provider && PROVIDER_NAMES[sms.provider]}</Detail>
      <Detail label="Message-ID">{sms.message_id}</Detail>
      <Detail label="Zustellstatus">
        {sms.dlr_status && <Badge size="small" {...displayOfDelivery(sms.dlr_status)} />}
      </Detail>
      <Detail label="Zustellzeit">
        {sms.dlr_timestamp_iso && (
          <time dateTime={sms.dlr_timestamp_iso}>{dateTimeToTheSecond(sms.dlr_timestamp_iso)}</time>
        )}
      </Detail>
      <LogEntryDetails row={sms} />
    </DetailList>
  )
}

function smsTitle(sms: Sms): string {
  return `SMS an ${numberOf(sms)}`
}

/** Returns the recipient's number. It is in E.164, so that no country ('') is needed to format it. */
function numberOf(sms: Sms): string {
  return showPhone(sms.recipient, '') || noRecipientText(sms, 'Nummer')
}
