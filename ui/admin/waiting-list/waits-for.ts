import type { AdminWaitingEntry } from '../../../src/shared/waiting-list-answers.ts'

/**
 * Returns whether a patient on the waiting list waits for time of this doctor or room (docs/behaviour.md
 * 21.20). The wish decides, or else the doctor or room of the present appointment. A patient with neither
 * waits for everybody who offers the service.
 * @param offeredBy the ids of the doctors and rooms that offer the service
 */
export function waitsFor(
  { resource: wishedId, booking }: Pick<AdminWaitingEntry, 'resource' | 'booking'>,
  resourceId: string,
  offeredBy: readonly string[],
): boolean {
  const onlyId = wishedId ?? booking?.resource_id
  if (onlyId === undefined) return offeredBy.includes(resourceId)
  return onlyId === resourceId
}
