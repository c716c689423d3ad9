import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { MINUTE } from '../../../src/shared/day.ts'
import { admin, adminQuery, adminRequest, EVERY_MINUTE } from '../../api/admin.ts'

type Installation = InferResponseType<typeof admin.installation.$get>
export type Backup = NonNullable<Installation['backup']>
export type Finding = InferResponseType<typeof admin.installation.examination.$post>['findings'][number]

/** Milliseconds between two looks at a backup that is being made. */
const WATCH_EVERY_MS = 1_500

const installationQuery = adminQuery(admin.installation, {})

/** Loads the state of the backups, more often while one is being made. */
export function useInstallation() {
  return useQuery({
    ...installationQuery,
    refetchInterval: ({ state }) =>
      state.data?.backup?.running ? WATCH_EVERY_MS : EVERY_MINUTE.refetchInterval,
  })
}

/** Asks for a backup now. */
export function useBackupNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => adminRequest(admin.installation.backup.$post()),
    onSuccess: (answer) => client.setQueryData(installationQuery.queryKey, answer),
    // Somebody else may have asked for one, which refuses this one.
    onError: () => client.invalidateQueries({ queryKey: installationQuery.queryKey }),
  })
}

/** Milliseconds for which a result is shown again, because an examination calls servers outside. */
const RESULT_LASTS = 5 * MINUTE

/**
 * Has the server run `ordi doctor` when the page opens, and again when asked. The key is not one of the
 * admin area's, because a saved form must not run it anew.
 */
export function useExamination() {
  return useQuery({
    queryKey: ['examination'],
    queryFn: async () => (await adminRequest(admin.installation.examination.$post())).findings,
    staleTime: RESULT_LASTS,
    refetchOnWindowFocus: false,
    retry: false,
  })
}
