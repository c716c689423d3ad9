import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClientResponse } from 'hono/client'
import type { Instant } from '../../../src/shared/day.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { STATUS_KEY } from '../use-admin-status.ts'
import { entriesIn } from './log-entries.ts'
import { isOnItsWay } from './message-status.ts'

/** Specification section 9. */
const LIMIT = { query: { limit: '100' } } as const

const LOGS_KEY = ['admin', 'outbox']

/** For so long after a retry the list shows by itself what becomes of the message. */
const WATCHED = 30_000
const WATCH_EVERY = 3_000

/** The newest e-mails. @param retriedAt when one was last sent once more; 0 for never */
export function useEmailLog(retriedAt: Instant = 0) {
  return useLog('emails', retriedAt, async (signal) =>
    entriesIn(await adminRequest(admin.outbox.emails.$get(LIMIT, { init: { signal } })), 'emails'),
  )
}

/** The newest text messages. @param retriedAt when one was last sent once more; 0 for never */
export function useSmsLog(retriedAt: Instant = 0) {
  return useLog('sms', retriedAt, async (signal) =>
    entriesIn(await adminRequest(admin.outbox.sms.$get(LIMIT, { init: { signal } })), 'sms'),
  )
}

export type Log<Entry> = ReturnType<typeof useLog<Entry & { status: string }>>

function useLog<Entry extends { status: string }>(
  name: 'emails' | 'sms',
  retriedAt: Instant,
  load: (signal: AbortSignal) => Promise<readonly Entry[]>,
) {
  return useQuery({
    queryKey: [...LOGS_KEY, name],
    queryFn: ({ signal }) => load(signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      Date.now() - retriedAt < WATCHED && state.data?.some(({ status }) => isOnItsWay(status))
        ? WATCH_EVERY
        : false,
  })
}

/** The letter of an e-mail as it is stored; asked for when somebody wants to see it. */
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

export function useRetryEmail() {
  return useRetry((id) => admin.outbox.emails[':id'].retry.$post({ param: { id: String(id) } }))
}

export function useRetrySms() {
  return useRetry((id) => admin.outbox.sms[':id'].retry.$post({ param: { id: String(id) } }))
}

export type Retry = ReturnType<typeof useRetryEmail>

/** Sends a stopped message once more. Lists and the number of failures in the navigation follow. */
function useRetry<R extends ClientResponse<unknown>>(send: (id: number) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => adminRequest(send(id)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: LOGS_KEY }),
        client.invalidateQueries({ queryKey: STATUS_KEY }),
      ]),
  })
}
