import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { MINUTE } from '../../../src/shared/day.ts'
import { admin, adminQuery, adminRequest, EVERY_MINUTE } from '../../api/admin.ts'

type Installation = InferResponseType<typeof admin.installation.$get>
/** The last backup, and the last that was made by hand. */
export type Backup = NonNullable<Installation['backup']>
/** One line of `ordi doctor`: a fault, a hint, or something that is as it should be. */
export type Finding = InferResponseType<typeof admin.installation.examination.$post>['findings'][number]

/** Milliseconds between two calls that ask for the state of a backup that is being made. */
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

/** Starts a backup by hand. */
export function useBackupNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => adminRequest(admin.installation.backup.$post()),
    onSuccess: (answer) => client.setQueryData(installationQuery.queryKey, answer),
    // The server refuses a second backup while another is being made, which the page then shows.
    onError: () => client.invalidateQueries({ queryKey: installationQuery.queryKey }),
  })
}

/**
 * Milliseconds for which a result is shown again. An examination calls servers outside, and so is not
 * repeated.
 */
const RESULT_LASTS = 5 * MINUTE

/**
 * Lets the server run `ordi doctor` when the page opens, and again by `refetch`. The query's key is not one
 * of the admin area's, because saving a form loads all of those again.
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
