import { queryOptions } from '@tanstack/react-query'
import { type Day, MINUTE } from '../../../src/shared/day.ts'
import { getClosures, getDaySummaries, getSlots, type WantedTimes } from '../../api/free-times.ts'
import { hasCode } from '../../api/http.ts'
import { queryClient } from '../../api/query-client.tsx'
import { refreshServices } from '../services.ts'

/** The first part of the key of every query about free times, so that all can be invalidated at once. */
const FREE_TIMES = 'free'

/**
 * Queries the free slots of one Vienna day. For a booking that is to be moved, its present slot is left out.
 */
export function slotsQuery(wanted: WantedTimes, day: Day) {
  return queryOptions({
    queryKey: [FREE_TIMES, wanted, 'slots', day],
    queryFn: async ({ signal }) => {
      const slots = await reloadServicesIfGone(getSlots(day, wanted, signal))
      return 'move' in wanted ? slots.filter(({ start }) => start !== wanted.from) : slots
    },
  })
}

/** Queries the number of free slots on each day from `from` to `to`, both included. */
export function daySummariesQuery(wanted: WantedTimes, from: Day, to: Day) {
  return queryOptions({
    queryKey: [FREE_TIMES, wanted, 'days', from, to],
    queryFn: ({ signal }) => reloadServicesIfGone(getDaySummaries(from, to, wanted, signal)),
  })
}

/**
 * Loads the services again when the wanted one is gone, or its wished doctor, because the wizard then drops
 * the one or the other.
 */
function reloadServicesIfGone<Times>(times: Promise<Times>): Promise<Times> {
  return times.catch((error: unknown) => {
    if (hasCode(error, 'service_not_found') || hasCode(error, 'invalid')) void refreshServices()
    throw error
  })
}

/**
 * Queries the practice's closures from `from` to `to`, both included. They change seldom, and not when a slot
 * is taken, so their key has no `FREE_TIMES`.
 */
export function closuresQuery(from: Day, to: Day) {
  return queryOptions({
    queryKey: ['closures', from, to],
    queryFn: ({ signal }) => getClosures(from, to, signal),
    staleTime: 5 * MINUTE,
  })
}

/**
 * Returns the key of a query about free times that is defined elsewhere, such as that for the next free day.
 */
export function freeTimesQueryKey(wanted: WantedTimes, ...rest: readonly string[]) {
  return [FREE_TIMES, wanted, ...rest]
}

/** Loads all free times again after a slot was taken or released. */
export function refreshFreeTimes(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [FREE_TIMES] })
}
