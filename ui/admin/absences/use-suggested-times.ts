import { useQuery } from '@tanstack/react-query'
import { BOOKINGS_AT_ONCE } from '../../../src/shared/booking-limits.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import type { NewTime } from './send-bulk-change.ts'

const WAITS_FOR_FIRST = `Neue Zeiten kommen, sobald die ersten ${BOOKINGS_AT_ONCE} Termine erledigt sind.`

/** The suggested times for an appointment, or a sentence that says why there are none. */
export type Suggestion =
  | { kind: 'loading' }
  | { kind: 'refused'; sentence: string }
  /** Begins with the times of the same doctor or room. */
  | { kind: 'times'; times: readonly NewTime[] }

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
  { enabled }: { enabled: boolean },
) {
  // The server limits the number of appointments in one call.
  const suggestedIds = ids.slice(0, BOOKINGS_AT_ONCE)
  const { data, error } = useQuery({
    // `refreshAdminData` leaves queries with `editable` alone.
    queryKey: ['admin', 'editable', 'suggestions', suggestedIds, round],
    queryFn: ({ signal }) =>
      adminRequest(admin.bookings.slots.$post({ json: { ids: suggestedIds } }, { init: { signal } })),
    enabled: enabled && suggestedIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (id: string): Suggestion => {
    if (error) return { kind: 'refused', sentence: 'Die freien Zeiten konnten nicht geladen werden.' }
    if (!suggestedIds.includes(id)) return { kind: 'refused', sentence: WAITS_FOR_FIRST }
    const result = data?.results.find((each) => each.id === id)
    if (result === undefined) return { kind: 'loading' }
    if ('message' in result) return { kind: 'refused', sentence: result.message }
    const { starts, elsewhere = [] } = result
    return { kind: 'times', times: [...starts.map((start) => ({ start })), ...elsewhere] }
  }
}
