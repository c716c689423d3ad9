import type { InferResponseType } from 'hono/client'
import { shortDayTime } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES, CHANNELS, KIND_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { PROVIDER_NAMES } from '../../../src/shared/sms-providers.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { keyOf } from '../../api/query-key.ts'
import { Badge } from '../../components/badge.tsx'
import { Field, SelectInput } from '../../components/field.tsx'
import styles from '../components/admin.module.css'
import { DataTable } from '../components/data-table.tsx'
import { PageHead } from '../components/page.tsx'
import { MoreRows, usePagedRows } from '../components/paged-rows.tsx'
import type { Column } from '../components/table-column.ts'
import { TableSkeleton } from '../components/table-skeleton.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { displayOfMessage, SMS_STATUSES } from '../outbox/message-status.ts'

/** Rows per page. Older ones are loaded on demand. */
const PAGE_ROWS = 100

/** A message without recipient and content. */
type Delivery = InferResponseType<typeof admin.installation.deliveries.$get>['deliveries'][number]

/** The filter in the URL; '' matches all. */
type DeliveryFilter = Readonly<Record<'channel' | 'status', string>>

const COLUMNS: readonly Column<Delivery>[] = [
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

/**
 * Lists sent, waiting and failed messages, without names, addresses and content. The filter is in the page's
 * address.
 */
export function DeliveriesPage() {
  const [filter, changeFilter] = useSearchState('channel', 'status')
  const deliveries = useDeliveries(filter)
  return (
    <>
      <PageHead
        title="Versand"
        lead="Welche Nachrichten hinausgegangen sind und welche nicht, ohne Namen, Adressen und Inhalt."
      />
      <DeliveryFilters filter={filter} onChange={changeFilter} />
      <div className="stack">
        {deliveries.rows && (
          <div className="card">
            <DataTable
              caption="Versand"
              columns={COLUMNS}
              rows={deliveries.rows}
              keyOf={({ id }) => id}
              empty={filter.status ? 'Keine Nachricht hat diesen Status.' : 'Noch keine Nachrichten.'}
            />
          </div>
        )}
        {deliveries.isPending && (
          <div role="status">
            <span className="visually-hidden">Lade Nachrichten …</span>
            <TableSkeleton />
          </div>
        )}
        <MoreRows list={deliveries} failure="Die Nachrichten konnten nicht geladen werden." />
      </div>
    </>
  )
}

type DeliveryFiltersProps = {
  filter: DeliveryFilter
  onChange: (change: Partial<DeliveryFilter>) => void
}

/** The fields that choose which messages are listed. */
function DeliveryFilters({ filter, onChange }: DeliveryFiltersProps) {
  return (
    <div className={styles.filters}>
      <Field label="Kanal">
        <SelectInput
          value={filter.channel || 'email'}
          onChange={({ target }) => onChange({ channel: target.value })}
        >
          {CHANNELS.map((channel) => (
            <option key={channel} value={channel}>
              {CHANNEL_NAMES[channel]}
            </option>
          ))}
        </SelectInput>
      </Field>
      <Field label="Status">
        <SelectInput value={filter.status} onChange={({ target }) => onChange({ status: target.value })}>
          <option value="">Alle</option>
          {SMS_STATUSES.map((status) => (
            <option key={status} value={status}>
              {displayOfMessage(status).label}
            </option>
          ))}
        </SelectInput>
      </Field>
    </div>
  )
}

/** Loads the messages that match the filter, page by page. */
function useDeliveries(filter: DeliveryFilter) {
  const usedFilters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  return usePagedRows({
    queryKey: keyOf('admin', admin.installation.deliveries.$path({ query: usedFilters })),
    load: async (cursor, signal) => {
      const query = { ...usedFilters, limit: String(PAGE_ROWS), ...cursor }
      const call = admin.installation.deliveries.$get({ query }, { init: { signal } })
      const { deliveries, more } = await adminRequest(call)
      return { rows: deliveries, more }
    },
  })
}

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
