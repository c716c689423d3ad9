import { showPhone } from '../../../src/shared/contact/phone.ts'
import { dateTimeToTheSecond, smsPrice } from '../../../src/shared/format.ts'
import { PROVIDER_NAMES } from '../../../src/shared/sms-providers.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { RowButton } from '../components/data-table.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import { listTime } from '../components/list-time.ts'
import {
  AboutCell,
  AboutDetails,
  detailsColumn,
  type LogConfig,
  LoggedDetails,
  nobody,
  StatusCell,
  statusColumn,
  subjectOf,
} from './log-columns.tsx'
import { displayOfDelivery, displayOfMessage, EMAIL_STATUSES, SMS_STATUSES } from './message-status.ts'
import type { LogRows } from './use-logs.ts'

export const EMAIL_LOG: LogConfig<'emails'> = {
  log: 'emails',
  name: 'E-Mail Logs',
  caption: 'E-Mails',
  empty: 'Keine E-Mail-Einträge vorhanden.',
  statuses: EMAIL_STATUSES,
  searched: 'Betreff, Empfänger oder Termin',
  titleOf: subjectOf,
  explain: ({ status, due_at }) =>
    status === 'queued' && <p>Nächster Versuch: {dateTimeToTheSecond(due_at)}</p>,
  hasPreview: true,
  columns({ open, preview }) {
    const now = serverNow()
    return [
      {
        name: 'subject',
        label: 'Betreff',
        width: '27%',
        wraps: true,
        cell: (email) => <AboutCell row={email} title={subjectOf(email)} onPress={() => open(email)} />,
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
        hidesLabel: true,
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
      <AboutDetails row={email} />
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
        {email.sent_at && <time dateTime={email.sent_at}>{dateTimeToTheSecond(email.sent_at)}</time>}
      </Detail>
      <Detail label="Versuche">{email.attempts}</Detail>
      <LoggedDetails row={email} />
    </DetailList>
  ),
}

/** Formatting needs no country, because the numbers are in E.164. */
const numberOf = (sms: LogRows['sms']) => showPhone(sms.recipient, '') || nobody(sms, 'Nummer')
const smsTitle = (sms: LogRows['sms']) => `SMS an ${numberOf(sms)}`

export const SMS_LOG: LogConfig<'sms'> = {
  log: 'sms',
  name: 'SMS Logs',
  caption: 'SMS',
  empty: 'Keine SMS-Einträge vorhanden.',
  statuses: SMS_STATUSES,
  searched: 'Empfänger, Text oder Termin',
  titleOf: smsTitle,
  explain: ({ status }) =>
    status === 'unknown' && <p>Wird sie noch einmal gesendet, kann sie zweimal ankommen.</p>,
  hasPreview: false,
  columns: ({ open }) => [
    {
      name: 'recipient',
      label: 'Empfänger',
      width: '22%',
      wraps: true,
      cell: (sms) => <AboutCell row={sms} title={numberOf(sms)} onPress={() => open(sms)} />,
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
    detailsColumn(smsTitle, open, '9%'),
  ],
  facts: (sms) => (
    <DetailList>
      <Detail label="Empfänger" none={nobody(sms, 'Nummer')}>
        {sms.recipient && numberOf(sms)}
      </Detail>
      <AboutDetails row={sms} />
      <Detail label="Absender">{sms.sender}</Detail>
      <Detail label="Text">{sms.emptied ?? sms.text}</Detail>
      <Detail label="Status">
        <StatusCell row={{ ...sms, error: null }} />
      </Detail>
      <Detail label="Preis">{sms.send_price !== null && smsPrice(sms.send_price)}</Detail>
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
      <LoggedDetails row={sms} />
    </DetailList>
  ),
}

/** Lists the appointments on their way to Odoo. */
export const ODOO_LOG: LogConfig<'odoo'> = {
  log: 'odoo',
  name: 'Odoo Logs',
  caption: 'Übertragungen an Odoo',
  empty: 'Keine Übertragungen an Odoo vorhanden.',
  statuses: EMAIL_STATUSES,
  searched: 'Termin',
  titleOf: subjectOf,
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
    detailsColumn(subjectOf, open, '15%'),
  ],
  facts: (push) => (
    <DetailList>
      <Detail label="Termin">{subjectOf(push)}</Detail>
      <Detail label="Status">
        <StatusCell row={{ ...push, error: null }} />
      </Detail>
      <Detail label="Versuche">{push.attempts}</Detail>
      <LoggedDetails row={push} />
    </DetailList>
  ),
}
