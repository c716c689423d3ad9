import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { MINUTE } from '../../../src/shared/day.ts'
import { admin, adminQuery, adminRequest, RELOAD_EVERY_MINUTE } from '../../api/admin.ts'

type Installation = InferResponseType<typeof admin.installation.$get>
/** The last backup, and the last manual one. */
export type Backup = NonNullable<Installation['backup']>
/** One line of an examination, which `ordi doctor` prints too: a fault, a hint, or a check that passed. */
export type Finding = InferResponseType<typeof admin.installation.examination.$post>['findings'][number]

/** Milliseconds between two calls for the state of a backup in progress. */
const WATCH_EVERY_MS = 1_500
/** Milliseconds for which findings are reused, because an examination calls external servers. */
const FINDINGS_LAST_MS = 5 * MINUTE

const installationQuery = adminQuery(admin.installation, {})

/** Loads the state of the backups, more often while one is in progress. */
export function useInstallation() {
  return useQuery({
    ...installationQuery,
    refetchInterval: ({ state }) =>
      state.data?.backup?.running ? WATCH_EVERY_MS : RELOAD_EVERY_MINUTE.refetchInterval,
  })
}

/** Starts a manual backup. */
export function useStartBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => adminRequest(admin.installation.backup.$post()),
    onSuccess: (answer) => client.setQueryData(installationQuery.queryKey, answer),
    // The server refuses a backup while another is in progress, which the page then shows.
    onError: () => client.invalidateQueries({ queryKey: installationQuery.queryKey }),
  })
}

/**
 * Lets the server examine the installation, as `ordi doctor` does, when the page opens, and again by
 * `refetch`. Its query key is outside the admin area's keys, because saving a form reloads all of those.
 */
export function useExamination() {
  return useQuery({
    queryKey: ['examination'],
    queryFn: async () => (await adminRequest(admin.installation.examination.$post())).findings,
    staleTime: FINDINGS_LAST_MS,
    refetchOnWindowFocus: false,
    retry: false,
  })
}
