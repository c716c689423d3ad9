import { smsPrice } from '../../../src/shared/format.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { type Column, DataTable, RowButton } from '../components/data-table.tsx'
import type { SmsEntry } from './log-entries.ts'
import { LogView } from './log-view.tsx'
import { displayOfDelivery, displayOfMessage, SMS_STATUSES } from './message-status.ts'
import { SmsDetails } from './sms-details.tsx'
import { SmsStatus } from './sms-status.tsx'
import { useRetrySms, useSmsLog } from './use-logs.ts'
import { useOpenedRows } from './use-opened-rows.ts'

const textsOf = ({ recipient, text, log_uuid }: SmsEntry) => [recipient, text, log_uuid]

/** Specification section 2, Outbox Monitor: the text messages and their details. */
export function SmsLog() {
  const retry = useRetrySms()
  const log = useSmsLog(retry.submittedAt)
  const rows = useOpenedRows(log.data ?? [])
  const open = (sms: SmsEntry) => {
    retry.reset()
    rows.open(sms)
  }
  return (
    <>
      <LogView
        name="SMS Logs"
        log={log}
        statuses={SMS_STATUSES}
        searched="Empfänger oder Text"
        textsOf={textsOf}
        empty="Keine SMS-Einträge vorhanden."
      >
        {(messages, nothing) => (
          <DataTable
            caption="SMS"
            columns={columns(open)}
            rows={messages}
            keyOf={({ id }) => id}
            chosen={rows.chosenOf(messages)}
            onChoose={open}
            empty={nothing}
          />
        )}
      </LogView>
      <SmsDetails sms={rows.opened} retry={retry} onClose={rows.close} />
    </>
  )
}

function columns(onOpen: (sms: SmsEntry) => void): readonly Column<SmsEntry>[] {
  return [
    {
      name: 'recipient',
      label: 'Empfänger',
      width: '17%',
      cell: (sms) => <RowButton onPress={() => onOpen(sms)}>{sms.recipient}</RowButton>,
      sortBy: ({ recipient }) => recipient,
    },
    { name: 'text', label: 'Text', width: '28%', cell: ({ text }) => text },
    {
      name: 'status',
      label: 'Status',
      width: '20%',
      cell: (sms) => <SmsStatus sms={sms} />,
      sortBy: ({ status }) => displayOfMessage(status).label,
    },
    {
      name: 'price',
      label: 'Preis',
      width: '10%',
      cell: ({ send_price }) => (
        <span className="num">{send_price === null ? '–' : smsPrice(send_price)}</span>
      ),
      sortBy: ({ send_price }) => Number(send_price ?? -1),
    },
    {
      name: 'delivery',
      label: 'Zustellung',
      width: '16%',
      cell: ({ dlr_status }) =>
        dlr_status ? <Badge size="small" {...displayOfDelivery(dlr_status)} /> : '–',
      sortBy: ({ dlr_status }) => dlr_status ?? '',
    },
    {
      name: 'details',
      label: 'Aktion',
      quiet: true,
      width: '9%',
      cell: (sms) => (
        <Button
          kind="link"
          aria-haspopup="dialog"
          aria-label={`Details: SMS an ${sms.recipient}`}
          onClick={() => onOpen(sms)}
        >
          Details
        </Button>
      ),
    },
  ]
}
