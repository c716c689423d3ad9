import { useQuery } from '@tanstack/react-query'
import type { ClientResponse, InferResponseType } from 'hono/client'
import type { Instant } from '../../../src/shared/day.ts'
import type { MessageStatus } from '../../../src/shared/messages/message-kinds.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { type CompleteRow, rowsIn } from '../../api/admin-answers.ts'
import { keyOf } from '../../api/query-key.ts'
import { usePagedRows } from '../components/paged-rows.tsx'
import { isOnItsWay } from './message-status.ts'

type EmailRow = CompleteRow<InferResponseType<typeof admin.outbox.emails.$get>['emails'][number]>
type OdooRow = CompleteRow<InferResponseType<typeof admin.outbox.odoo.$get>['odoo'][number]>
type SmsRow = CompleteRow<InferResponseType<typeof admin.outbox.sms.$get>['sms'][number]>

/** The rows of each log, by its name in the URL. */
export type LogRows = { emails: EmailRow; sms: SmsRow; odoo: OdooRow }
/** The name of a log, which is the last part of its URL. */
export type LogName = keyof LogRows

/** The first part of the query keys of all URLs below `/outbox`. */
export const LOGS_KEY = keyOf('admin', '/outbox')

/** Milliseconds after a retry for which the list is reloaded while a message is under way. */
const WATCH_MS = 30_000
/** Milliseconds between two of these loads. */
const WATCH_EVERY_MS = 3_000

/** Rows per page. Older ones are loaded on demand. */
const PAGE_ROWS = 100

/** A call that loads a page of any log. Its answer has the rows under the name of the log. */
type LogCall = Promise<ClientResponse<{ [Name in LogName]?: object[] } & { more: boolean }>>
/** Says which rows to load; all of them by default. */
type RowFilter = {
  status?: MessageStatus | undefined
  search?: string
  /** True to load only the failures that the banner counts. */
  onlyOpen?: boolean
}

type LogOptions = {
  /** The instant of the last retry; 0 for none. The list is reloaded for some time after it. */
  retriedAt?: Instant
  /** False to load nothing yet. */
  enabled?: boolean
}

/** Loads the rows of a log that match the filter, page by page. */
export function useLog<Name extends LogName>(
  name: Name,
  { status, search = '', onlyOpen = false }: RowFilter = {},
  { retriedAt = 0, enabled = true }: LogOptions = {},
) {
  return usePagedRows<LogRows[Name]>({
    enabled,
    queryKey: [...LOGS_KEY, name, status, search, onlyOpen],
    load: async (cursor, signal) => {
      const query = {
        limit: String(PAGE_ROWS),
        ...cursor,
        ...(status && { status }),
        ...(search && { search }),
        ...(onlyOpen && { open: '1' as const }),
      }
      const call: LogCall = admin.outbox[name].$get({ query }, { init: { signal } })
      const { rows, more } = rowsIn(await adminRequest(call), name)
      return { rows: rows as LogRows[Name][], more }
    },
    refetchInterval: ({ state }) => {
      const isJustRetried = Date.now() - retriedAt < WATCH_MS
      const rows = state.data?.pages.flatMap((page) => page.rows) ?? []
      return isJustRetried && rows.some((row) => isOnItsWay(row.status)) && WATCH_EVERY_MS
    },
  })
}

/** Loads the stored content of an e-mail once there is an id, and again when it is next opened. */
export function useEmailPreview(id: number | undefined) {
  return useQuery({
    ...adminQuery(admin.outbox.emails[':id'].preview, { param: { id: String(id) } }),
    enabled: id !== undefined,
    // The URL of the frame expires after two minutes, so an answer must not be shown later (docs/behaviour.md
    // 12.28).
    gcTime: 0,
    // A new URL would load the frame again while somebody reads.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
