import { useMutation, useQuery } from '@tanstack/react-query'
import { wallMinutes } from '../../../src/shared/day.ts'
import { admin, adminQuery, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { resourceParam } from '../resources/resource-param.ts'
import type { LateRow } from './late-lists.tsx'

type Delay = {
  minutes: string
  /** `HH:MM`; empty for the whole rest of today. */
  until: string
  /** The id of the doctor or room that is late; undefined for all. */
  resourceId: string | undefined
}

/** Loads the patients affected by a delay, and returns the function that notifies them. */
export function useRunningLate({ minutes, until, resourceId }: Delay) {
  // Until a complete time is typed, all appointments of the rest of today are affected.
  const untilToday = wallMinutes(until) === undefined ? undefined : `${viennaToday()}T${until}`
  const { data: patients, error: loadError } = useQuery(
    adminQuery(admin.late, {
      query: { ...(untilToday !== undefined && { until: untilToday }), ...resourceParam(resourceId) },
    }),
  )
  const sending = useMutation({
    // The call contains the ids, so that only the patients on the page are notified.
    mutationFn: (ids: readonly string[]) =>
      adminRequest(
        admin.late.$post({ json: { minutes: Number(minutes), ids: [...ids], until: untilToday } }),
      ),
    onSettled: refreshAdminData,
  })
  const notified = sending.data?.filter(isReachable)
  const notifiedIds = new Set(notified?.map(({ id }) => id))
  const reachable = (patients ?? []).filter(isReachable)
  return {
    /** Undefined while they are loading, and after a failure. */
    patients,
    isLoading: patients === undefined && loadError === null,
    /** The patients whom a message can reach. */
    reachable,
    /** The patients to whom a message was sent; undefined until then. */
    notified,
    /**
     * The patients who have to be called. Sending loads the patients again, and then a message may have been
     * the last one that could reach its patient today. Who has got it need not be called.
     */
    toCall: (patients ?? []).filter((patient) => !isReachable(patient) && !notifiedIds.has(patient.id)),
    failure: sending.error ?? loadError,
    isSending: sending.isPending,
    notify: () => sending.mutate(reachable.map(({ id }) => id)),
  }
}

/** Returns whether a message can reach the patient, who otherwise has to be called. */
function isReachable({ way }: LateRow): boolean {
  return way !== 'call'
}
