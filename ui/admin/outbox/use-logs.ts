import { useMutation, useQuery } from '@tanstack/react-query'
import type { ClientResponse, InferResponseType } from 'hono/client'
import type { Instant } from '../../../src/shared/day.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { rowsIn, type Understood } from '../../api/admin-answers.ts'
import { queryClient } from '../../api/query-client.tsx'
import { keyOf } from '../../api/query-key.ts'
import { usePagedRows } from '../components/paged-rows.tsx'
import { adminStatusQuery } from '../components/use-admin-status.ts'
import { isPending, type MessageStatus } from './message-status.ts'

type EmailRow = Understood<InferResponseType<typeof admin.outbox.emails.$get>['emails'][number]>
type OdooRow = Understood<InferResponseType<typeof admin.outbox.odoo.$get>['odoo'][number]>
type SmsRow = Understood<InferResponseType<typeof admin.outbox.sms.$get>['sms'][number]>

/** The rows of each log, by its name in the address. */
export type LogRows = { emails: EmailRow; sms: SmsRow; odoo: OdooRow }
export type LogName = keyof LogRows

/** The first part of the query keys of all addresses below `/outbox`. */
export const LOGS_KEY = keyOf('admin', '/outbox')

/** Milliseconds after a retry during which the list is reloaded while a message is on its way. */
const WATCH_MS = 30_000
const WATCH_EVERY_MS = 3_000

type Call = Promise<ClientResponse<{ [Name in LogName]?: object[] } & { more: boolean }>>
type Filter = {
  status?: MessageStatus | undefined
  search?: string
  /** True to load only the failures that the banner counts. */
  open?: boolean
}

type LogOptions = {
  /** The instant of the last retry; 0 for none. For some time after it the list is watched. */
  retriedAt?: Instant
  /** False to load nothing yet. */
  enabled?: boolean
}

/** Loads the rows of a log that match. */
export function useLog<Name extends LogName>(
  name: Name,
  { status, search = '', open = false }: Filter = {},
  { retriedAt = 0, enabled = true }: LogOptions = {},
) {
  return usePagedRows<LogRows[Name]>({
    enabled,
    queryKey: [...LOGS_KEY, name, status, search, open],
    load: async (cursor, signal) => {
      const query = {
        limit: '100',
        ...cursor,
        ...(status && { status }),
        ...(search && { search }),
        ...(open && { open: '1' as const }),
      }
      const call: Call = admin.outbox[name].$get({ query }, { init: { signal } })
      const { rows, more } = rowsIn(await adminRequest(call), name)
      return { rows: rows as LogRows[Name][], more }
    },
    refetchInterval: ({ state }) =>
      Date.now() - retriedAt < WATCH_MS &&
      state.data?.pages.some(({ rows }) => rows.some(({ status }) => isPending(status)))
        ? WATCH_EVERY_MS
        : false,
  })
}

/** Loads the logs and the number of open failures again. */
function refreshLogs(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: LOGS_KEY }),
    queryClient.invalidateQueries({ queryKey: adminStatusQuery.queryKey }),
  ])
}

export type Retry = ReturnType<typeof useRetry>

/** Retries a message that is not being sent any more. */
export function useRetry(name: LogName) {
  return useMutation({
    mutationFn: (id: number) =>
      adminRequest(admin.outbox[name][':id'].retry.$post({ param: { id: String(id) } })),
    onSettled: refreshLogs,
  })
}

export type Settling = ReturnType<typeof useSettling>

/** Marks a failure as settled, or as open again. */
export function useSettling(name: LogName) {
  return useMutation({
    mutationFn: ({ id, settles }: { id: number; settles: boolean }) => {
      const calls = admin.outbox[name][':id']
      const param = { id: String(id) }
      return adminRequest(settles ? calls.settle.$post({ param }) : calls.reopen.$post({ param }))
    },
    onSettled: refreshLogs,
  })
}

/** Loads the stored content of an e-mail once there is an id. */
export function usePreview(id: number | undefined) {
  return useQuery({
    ...adminQuery(admin.outbox.emails[':id'].preview, { param: { id: String(id) } }),
    enabled: id !== undefined,
  })
}
