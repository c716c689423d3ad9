import { useQuery } from '@tanstack/react-query'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list.ts'
import { admin, adminQuery, EVERY_MINUTE } from '../../api/admin.ts'

/**
 * Returns whether freed time of a doctor or room counts for an entry: it is the wished one, or without a wish
 * that of the appointment, or without an appointment one of those who offer the service (docs/behaviour.md
 * 21.20).
 * @param offeredBy the ids of those
 */
export function waitsFor(
  { resource, booking }: Pick<AdminWaitingEntry, 'resource' | 'booking'>,
  id: string,
  offeredBy: readonly string[],
): boolean {
  const only = resource ?? booking?.resource_id
  return only === undefined ? offeredBy.includes(id) : only === id
}

/** Loads the entries of the waiting list, the oldest first. */
export function useWaitingList() {
  return useQuery({
    ...adminQuery(admin['waiting-list'], {}),
    ...EVERY_MINUTE,
  })
}
