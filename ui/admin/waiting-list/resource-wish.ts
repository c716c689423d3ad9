import type { AdminWaitingEntry } from '../../../src/shared/waiting-list.ts'

/**
 * Returns whether time of a doctor or room that becomes free counts for an entry (docs/behaviour.md 21.20).
 * An entry waits for the wished one. Without a wish it waits for the one of its appointment, and without an
 * appointment for all who offer the service.
 * @param offeredBy the ids of the doctors and rooms that offer the service
 */
export function waitsFor(
  { resource, booking }: Pick<AdminWaitingEntry, 'resource' | 'booking'>,
  resourceId: string,
  offeredBy: readonly string[],
): boolean {
  const onlyResource = resource ?? booking?.resource_id
  return onlyResource === undefined ? offeredBy.includes(resourceId) : onlyResource === resourceId
}
