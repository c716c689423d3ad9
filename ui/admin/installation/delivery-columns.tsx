import type { InferResponseType } from 'hono/client'
import { shortDayTime } from '../../../src/shared/format.ts'
import { KIND_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { PROVIDER_NAMES } from '../../../src/shared/sms-providers.ts'
import type { admin } from '../../api/admin.ts'
import { Badge } from '../../components/badge.tsx'
import type { Column } from '../components/table-column.ts'
import { displayOfMessage } from '../outbox/message-status.ts'

/** A message without recipient and content. */
type Delivery = InferResponseType<typeof admin.installation.deliveries.$get>['deliveries'][number]

/** The columns of the table of deliveries. */
export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  {
    name: 'created',
    label: 'Erstellt',
    width: '20%',
    wraps: true,
    cell: ({ created_at }) => <time dateTime={created_at}>{shortDayTime(created_at)}</time>,
    sortBy: ({ created_at }) => created_at,
  },
  {
    name: 'kind',
    label: 'Art',
    width: '30%',
    wraps: true,
    cell: ({ kind, provider }) => (
      <>
        {KIND_NAMES[kind]}
        {provider && <span className="muted tiny"> über {PROVIDER_NAMES[provider]}</span>}
      </>
    ),
    sortBy: ({ kind }) => KIND_NAMES[kind],
  },
  {
    name: 'status',
    label: 'Status',
    wraps: true,
    cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    sortBy: ({ status }) => displayOfMessage(status).label,
  },
]

/** The status of a message, with the time of its sending or next attempt, and the cause of a failure. */
function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, cause } = delivery
  const when = whenText(delivery)
  return (
    <span className="row gap-2">
      <Badge size="small" {...displayOfMessage(status)} />
      {when && <span className="muted tiny num">{when}</span>}
      {cause && <span className="muted tiny break">{cause}</span>}
    </span>
  )
}

/** Says when the message was sent, or when it is tried again; '' before the first attempt. */
function whenText({ status, attempts, sent_at, due_at }: Delivery): string {
  if (sent_at !== null) return shortDayTime(sent_at)
  return status === 'queued' && attempts > 0 ? `nächster Versuch ${shortDayTime(due_at)}` : ''
}
