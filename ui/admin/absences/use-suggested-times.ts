import { useQuery } from '@tanstack/react-query'
import { BOOKINGS_AT_ONCE } from '../../../src/shared/booking.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import type { NewTime } from './use-bulk-change.ts'

/**
 * An appointment's new times, or a sentence that says why there are none. Both are missing while they are
 * loading.
 */
export type Suggestion = {
  /** Free starts with the same doctor or in the same room. */
  starts?: readonly string[]
  /** Free times of other doctors or rooms. */
  elsewhere?: readonly NewTime[] | undefined
  message?: string
}

/** Returns all times of a suggestion, starting with those of the same doctor or room. */
export function timesOf({ starts = [], elsewhere = [] }: Suggestion): readonly NewTime[] {
  return [...starts.map((start) => ({ start })), ...elsewhere]
}

/** Returns a key that identifies a new time. Two doctors may have the same start. */
export function newTimeKey({ start, resource_id = '' }: NewTime): string {
  return `${start} ${resource_id}`
}

/**
 * Loads free times for these appointments, and returns a function that gives those of one. The times do not
 * change until the next round, so that no choice changes while staff look at it.
 */
export function useSuggestedTimes(
  { round, ids }: { round: number; ids: readonly string[] },
  enabled: boolean,
) {
  // The server limits the number of appointments in one call.
  const suggestedIds = ids.slice(0, BOOKINGS_AT_ONCE)
  const { data, error } = useQuery({
    // `refreshShown` leaves queries with `editable` alone.
    queryKey: ['admin', 'editable', 'suggestions', suggestedIds, round],
    queryFn: ({ signal }) =>
      adminRequest(admin.bookings.slots.$post({ json: { ids: suggestedIds } }, { init: { signal } })),
    enabled: enabled && suggestedIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (id: string): Suggestion => {
    if (error) return { message: 'Die freien Zeiten konnten nicht geladen werden.' }
    if (!suggestedIds.includes(id))
      return { message: `Neue Zeiten kommen, sobald die ersten ${BOOKINGS_AT_ONCE} Termine erledigt sind.` }
    return data?.results.find((each) => each.id === id) ?? {}
  }
}
