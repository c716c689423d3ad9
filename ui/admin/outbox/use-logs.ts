import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { Instant } from '../../../src/shared/day.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import { STATUS_KEY } from '../use-admin-status.ts'
import { entriesIn } from './log-entries.ts'
import { isPending } from './message-status.ts'

type EmailEntry = InferResponseType<typeof admin.outbox.emails.$get>['emails'][number]
type OdooEntry = InferResponseType<typeof admin.outbox.odoo.$get>['odoo'][number]
type SmsEntry = InferResponseType<typeof admin.outbox.sms.$get>['sms'][number]

/** What each log lists, by its name in the address. */
export type Entries = { emails: EmailEntry; sms: SmsEntry; odoo: OdooEntry }
export type LogName = keyof Entries

const LIMIT = { query: { limit: '100' } } as const

const LOGS_KEY = ['admin', 'outbox']

/** For this time after a retry the list is reloaded while a message is on its way. */
const WATCH_MS = 30_000
const WATCH_EVERY_MS = 3_000

const LOAD: { [Name in LogName]: (signal: AbortSignal) => Promise<readonly Entries[Name][]> } = {
  emails: async (signal) =>
    entriesIn(await adminRequest(admin.outbox.emails.$get(LIMIT, { init: { signal } })), 'emails'),
  sms: async (signal) =>
    entriesIn(await adminRequest(admin.outbox.sms.$get(LIMIT, { init: { signal } })), 'sms'),
  odoo: async (signal) =>
    entriesIn(await adminRequest(admin.outbox.odoo.$get(LIMIT, { init: { signal } })), 'odoo'),
}

const RETRY = {
  emails: (id: number) => adminRequest(admin.outbox.emails[':id'].retry.$post({ param: { id: String(id) } })),
  sms: (id: number) => adminRequest(admin.outbox.sms[':id'].retry.$post({ param: { id: String(id) } })),
  odoo: (id: number) => adminRequest(admin.outbox.odoo[':id'].retry.$post({ param: { id: String(id) } })),
}

/** The newest messages of a log. @param retriedAt when one was last retried; 0 for never */
export function useLog<Name extends LogName>(name: Name, retriedAt: Instant = 0) {
  return useQuery({
    queryKey: [...LOGS_KEY, name],
    queryFn: ({ signal }): Promise<readonly Entries[Name][]> => LOAD[name](signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      Date.now() - retriedAt < WATCH_MS && state.data?.some(({ status }) => isPending(status))
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
    queryKey: [...LOGS_KEY, 'preview', id],
    queryFn: ({ signal }) =>
      adminRequest(
        admin.outbox.emails[':id'].preview.$get({ param: { id: String(id) } }, { init: { signal } }),
      ),
    enabled: id !== undefined,
  })
}
