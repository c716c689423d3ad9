import { showPhone } from '../../../src/shared/contact/phone.ts'
import { dateTimeToTheSecond, money, smsPrice } from '../../../src/shared/format.ts'
import { PROVIDER_NAMES } from '../../../src/shared/sms-providers.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EmailText } from '../../components/line-breaks.tsx'
import { Detail, DetailList } from '../components/detail-list.tsx'
import {
  AboutDetails,
  createdColumn,
  detailsColumn,
  type LogConfig,
  LoggedDetails,
  nameColumn,
  nobody,
  statusColumn,
  subjectOf,
} from './log-columns.tsx'
import { displayOfDelivery, displayOfMessage, EMAIL_STATUSES, SMS_STATUSES } from './message-status.ts'
import type { LogRows } from './use-logs.ts'

export const EMAIL_LOG: LogConfig<'emails'> = {
  log: 'emails',
  channel: 'email',
  name: 'E-Mail Logs',
  caption: 'E-Mails',
  empty: 'Keine E-Mail-Einträge vorhanden.',
  statuses: EMAIL_STATUSES,
  searched: 'Name, Betreff, Empfänger oder Termin',
  titleOf: subjectOf,
  explain: ({ status, due_at }) =>
    status === 'queued' && due_at && <p>Nächster Versuch: {dateTimeToTheSecond(due_at)}</p>,
  hasPreview: true,
  columns({ open, preview }) {
    const now = serverNow()
    return [
      { ...nameColumn(open, '15%'), tabletWidth: '21%' },
      {
        name: 'subject',
        label: 'Betreff',
        width: '19%',
        tabletWidth: '30%',
        cell: subjectOf,
        sortBy: subjectOf,
      },
      {
        name: 'recipient',
        label: 'Empfänger',
        width: '17%',
        hiddenOnPhone: true,
        hiddenOnTablet: true,
        cell: (email) => email.recipient || nobody(email, 'Adresse'),
        sortBy: ({ recipient }) => recipient,
      },
      { ...statusColumn('16%'), tabletWidth: '19%' },
      { ...createdColumn(now, '14%'), tabletWidth: '17%' },
      {
        name: 'log',
        label: 'Log-ID',
        width: '8.5%',
        hiddenOnPhone: true,
        hiddenOnTablet: true,
        cell: ({ log_uuid }) => <span className="num muted">{log_uuid.slice(0, 6)}</span>,
      },
      {
        name: 'preview',
        label: 'Aktion',
        hidesLabel: true,
        width: '10.5%',
        tabletWidth: '13%',
        hiddenOnPhone: true,
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
  channel: 'sms',
  name: 'SMS Logs',
  caption: 'SMS',
  empty: 'Keine SMS-Einträge vorhanden.',
  statuses: SMS_STATUSES,
  searched: 'Name, Empfänger, Text oder Termin',
  titleOf: smsTitle,
  explain: ({ status, remedy }) =>
    status === 'unknown' &&
    remedy?.startsWith('resend') && <p>Wird sie noch einmal gesendet, kann sie zweimal ankommen.</p>,
  hasPreview: false,
  columns: ({ open }) => [
    { ...nameColumn(open, '15%'), tabletWidth: '19%' },
    {
      name: 'recipient',
      label: 'Empfänger',
      width: '16%',
      tabletWidth: '21%',
      hiddenOnPhone: true,
      cell: (sms) => <span className="num">{numberOf(sms)}</span>,
      sortBy: ({ recipient }) => recipient,
    },
    {
      name: 'text',
      label: 'Text',
      width: '21%',
      hiddenOnTablet: true,
      cell: ({ text, emptied }) => emptied ?? text,
    },
    { ...statusColumn('16%'), tabletWidth: '18%' },
    {
      name: 'price',
      label: 'Preis',
      width: '7.5%',
      tabletWidth: '10%',
      hiddenOnPhone: true,
      cell: ({ send_price }) => <span className="num">{send_price === null ? '–' : money(send_price)}</span>,
      sortBy: ({ send_price }) => Number(send_price ?? -1),
    },
    {
      name: 'delivery',
      label: 'Zustellung',
      width: '15.5%',
      tabletWidth: '20%',
      besideFirst: true,
      cell: ({ dlr_status }) =>
        dlr_status ? <Badge size="small" {...displayOfDelivery(dlr_status)} /> : null,
      sortBy: ({ dlr_status }) => dlr_status ?? '',
    },
    { ...detailsColumn(smsTitle, open, '9%'), tabletWidth: '12%' },
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
        <Badge size="small" {...displayOfMessage(sms.status)} />
      </Detail>
      <Detail label="Antwort">{sms.send_status && `${sms.send_status} (Code des Providers)`}</Detail>
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
  channel: 'erp',
  name: 'Odoo Logs',
  caption: 'Übertragungen an Odoo',
  empty: 'Keine Übertragungen an Odoo vorhanden.',
  statuses: EMAIL_STATUSES,
  searched: 'Name oder Termin',
  titleOf: subjectOf,
  explain: () => null,
  hasPreview: false,
  columns: ({ open }) => [
    nameColumn(open, '25%'),
    { name: 'subject', label: 'Termin', width: '30%', cell: subjectOf },
    statusColumn('33%'),
    detailsColumn(subjectOf, open, '12%'),
  ],
  facts: (push) => (
    <DetailList>
      <Detail label="Termin">{subjectOf(push)}</Detail>
      <Detail label="Status">
        <Badge size="small" {...displayOfMessage(push.status)} />
      </Detail>
      <Detail label="Versuche">{push.attempts}</Detail>
      <LoggedDetails row={push} />
    </DetailList>
  ),
}
