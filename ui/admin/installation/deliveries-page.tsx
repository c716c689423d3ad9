import { CHANNEL_NAMES, CHANNELS } from '../../../src/shared/messages/message-kinds.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { keyOf } from '../../api/query-key.ts'
import { Field, SelectInput } from '../../components/field.tsx'
import styles from '../components/admin.module.css'
import { DataTable } from '../components/data-table.tsx'
import { PageHead } from '../components/page.tsx'
import { MoreRows, usePagedRows } from '../components/paged-rows.tsx'
import { TableSkeleton } from '../components/table-skeleton.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { displayOfMessage, SMS_STATUSES } from '../outbox/message-status.ts'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'

/** Rows per page. Older ones are loaded on demand. */
const PAGE_ROWS = 100

/** The filter in the URL. An empty status matches all; without a channel, e-mails are listed. */
type DeliveryFilter = Readonly<Record<'channel' | 'status', string>>

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
              columns={DELIVERY_COLUMNS}
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
