import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { Instant } from '../../../src/shared/day.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import { type Page, usePagedRows } from '../components/paged-rows.tsx'
import { STATUS_KEY } from '../queries.ts'
import { isPending, type MessageStatus } from './message-status.ts'

type EmailEntry = InferResponseType<typeof admin.outbox.emails.$get>['emails'][number]
type OdooEntry = InferResponseType<typeof admin.outbox.odoo.$get>['odoo'][number]
type SmsEntry = InferResponseType<typeof admin.outbox.sms.$get>['sms'][number]

/** What each log lists, by its name in the address. */
export type Entries = { emails: EmailEntry; sms: SmsEntry; odoo: OdooEntry }
export type LogName = keyof Entries

export const LOGS_KEY = ['admin', 'outbox']

/** For this time after a retry the list is reloaded while a message is on its way. */
const WATCH_MS = 30_000
const WATCH_EVERY_MS = 3_000

type Filter = { status?: MessageStatus | undefined; search?: string }
type Query = { limit: string; before?: string; status?: MessageStatus; search?: string }

const LOAD: {
  [Name in LogName]: (query: Query, signal: AbortSignal) => Promise<Page<Entries[Name]>>
} = {
  emails: async (query, signal) => {
    const { emails, more } = await adminRequest(admin.outbox.emails.$get({ query }, { init: { signal } }))
    return { rows: emails, more }
  },
  sms: async (query, signal) => {
    const { sms, more } = await adminRequest(admin.outbox.sms.$get({ query }, { init: { signal } }))
    return { rows: sms, more }
  },
  odoo: async (query, signal) => {
    const { odoo, more } = await adminRequest(admin.outbox.odoo.$get({ query }, { init: { signal } }))
    return { rows: odoo, more }
  },
}

const RETRY = {
  emails: (id: number) => adminRequest(admin.outbox.emails[':id'].retry.$post({ param: { id: String(id) } })),
  sms: (id: number) => adminRequest(admin.outbox.sms[':id'].retry.$post({ param: { id: String(id) } })),
  odoo: (id: number) => adminRequest(admin.outbox.odoo[':id'].retry.$post({ param: { id: String(id) } })),
}

/** The messages of a log that match. @param retriedAt when one was last retried; 0 for never */
export function useLog<Name extends LogName>(
  name: Name,
  { status, search = '' }: Filter = {},
  retriedAt: Instant = 0,
) {
  return usePagedRows<Entries[Name]>({
    queryKey: [...LOGS_KEY, name, status, search],
    load: (cursor, signal) =>
      LOAD[name]({ limit: '100', ...cursor, ...(status && { status }), ...(search && { search }) }, signal),
    refetchInterval: ({ state }) =>
      Date.now() - retriedAt < WATCH_MS &&
      state.data?.pages.some(({ rows }) => rows.some(({ status }) => isPending(status)))
        ? WATCH_EVERY_MS
        : false,
  })
}

export type Retry = ReturnType<typeof useRetry>

/** Retries a message that has stopped. Reloads the logs, and the number of failures in the navigation. */
export function useRetry(name: LogName) {
  return useMutation({
    mutationFn: (id: number) => RETRY[name](id),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: LOGS_KEY }),
        queryClient.invalidateQueries({ queryKey: STATUS_KEY }),
      ]),
  })
}

/** The stored content of an e-mail; loaded when an id is given. */
export function usePreview(id: number | undefined) {
  return useQuery({
    ...adminQuery([...LOGS_KEY, 'preview', id], (options) =>
      admin.outbox.emails[':id'].preview.$get({ param: { id: String(id) } }, options),
    ),
    enabled: id !== undefined,
  })
}
