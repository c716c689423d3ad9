import { useMutation } from '@tanstack/react-query'
import { admin, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import { adminStatusQuery } from '../components/use-admin-status.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { LOGS_KEY, type LogName } from './use-logs.ts'

export type MessageCalls = ReturnType<typeof useMessageCalls>

/**
 * The calls about one message of a log: send it again, and mark its failure as settled or open. Only the
 * outcome of the last call is kept. After each call the logs and the number of open failures are loaded
 * again.
 */
export function useMessageCalls(log: LogName) {
  const retry = useMutation({
    mutationFn: (id: number) =>
      adminRequest(admin.outbox[log][':id'].retry.$post({ param: { id: String(id) } })),
    onSettled: refreshLogs,
  })
  const settling = useMutation({
    mutationFn: ({ id, settles }: { id: number; settles: boolean }) => {
      const calls = admin.outbox[log][':id']
      const param = { id: String(id) }
      return adminRequest(settles ? calls.settle.$post({ param }) : calls.reopen.$post({ param }))
    },
    onSettled: refreshLogs,
  })
  return {
    retry: (id: number) => {
      settling.reset()
      retry.mutate(id)
    },
    settle: (id: number) => {
      retry.reset()
      settling.mutate({ id, settles: true })
    },
    reopen: (id: number) => settling.mutate({ id, settles: false }),
    forgetOutcome: () => {
      retry.reset()
      settling.reset()
    },
    /** The instant of the last retry; 0 for none. */
    retriedAt: retry.submittedAt,
    isRetrying: (id: number) => retry.isPending && retry.variables === id,
    isSettling: (id: number) => settling.isPending && settling.variables.id === id,
    /** The message that the last call has marked as settled. */
    settledId: settling.isSuccess && settling.variables.settles ? settling.variables.id : undefined,
    outcome:
      toOutcome(retry.error, 'Noch einmal senden fehlgeschlagen.', retry.data?.message) ??
      toOutcome(settling.error, 'Das konnte nicht gespeichert werden.', settling.data?.message),
  }
}

/** Loads the logs and the number of open failures again. */
function refreshLogs(): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: LOGS_KEY }),
    queryClient.invalidateQueries({ queryKey: adminStatusQuery.queryKey }),
  ])
}
