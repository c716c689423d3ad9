import { useMutation, useQuery } from '@tanstack/react-query'
import { wallMinutes } from '../../../src/shared/day.ts'
import { admin, adminQuery, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { resourceParam } from '../resources/resource-param.ts'

type Delay = {
  minutes: string
  /** `HH:MM`; empty for the whole rest of today. */
  until: string
  /** The id of the doctor or room that is late; undefined for all. */
  resourceId: string | undefined
}

/** Loads the patients affected by a delay, and returns the mutation that notifies them. */
export function useDelay({ minutes, until, resourceId }: Delay) {
  // Until a complete time is typed, all appointments of the rest of today are affected.
  const untilToday = wallMinutes(until) === undefined ? undefined : `${viennaToday()}T${until}`
  const { data: patients, error } = useQuery(
    adminQuery(admin.late, {
      query: { ...(untilToday !== undefined && { until: untilToday }), ...resourceParam(resourceId) },
    }),
  )
  const announcement = useMutation({
    // The call contains the ids, so that only the patients on the page are notified.
    mutationFn: (ids: readonly string[]) =>
      adminRequest(
        admin.late.$post({ json: { minutes: Number(minutes), ids: [...ids], until: untilToday } }),
      ),
    onSettled: refreshAdminData,
  })
  // A message may have been the last one that reaches its patient today, so the next list would say to call.
  const reached = (announcement.data ?? patients ?? []).filter(({ way }) => way !== 'call')
  const wasTold = (id: string) => announcement.isSuccess && reached.some((row) => row.id === id)
  return {
    /** Undefined while they are loading, and after a failure. */
    patients,
    isLoading: patients === undefined && error === null,
    /** The patients whom a message reaches, or has reached. */
    reached,
    /** The patients who have to be called. */
    toCall: (patients ?? []).filter(({ id, way }) => way === 'call' && !wasTold(id)),
    failure: announcement.error ?? error,
    announcement,
    announce: () => announcement.mutate(reached.map(({ id }) => id)),
  }
}
