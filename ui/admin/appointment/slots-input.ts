import { resourceParam } from '../resources/resource-param.ts'
import type { FreeTimesQuery } from './free-times.tsx'
import type { BookingDetail } from './use-booking-detail.ts'

/**
 * Returns the input of the call for the times to which a booking can move.
 * @param resourceId of the doctor or room to move to; '' for the present one
 */
export function slotsInput(booking: BookingDetail, resourceId: string, query: FreeTimesQuery) {
  return {
    param: { id: encodeURIComponent(booking.id) },
    query: { ...resourceParam(resourceId), ...query },
  }
}
