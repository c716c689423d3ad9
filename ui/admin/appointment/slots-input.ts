import { resourceParam } from '../resources/resource-param.ts'
import type { FreeTimesQuery } from './free-times.tsx'
import type { BookingDetail } from './use-booking-detail.ts'

/** Returns the input of the call for the times to which a booking can move. */
export function slotsInput(booking: BookingDetail, resource: string, query: FreeTimesQuery) {
  return {
    param: { id: encodeURIComponent(booking.id) },
    query: { ...resourceParam(resource), ...query },
  }
}
