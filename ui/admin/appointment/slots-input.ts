import { resourceParam } from '../resources/resource-param.ts'
import type { FreeTimesQuery } from './free-times.tsx'
import type { BookingDetail } from './use-booking-detail.ts'

type SlotsQuery = FreeTimesQuery & {
  /** The id of the doctor or room to move to; '' for the present one. */
  resourceId: string
}

/** Returns the input of the call for the times to which a booking can move. */
export function slotsInput({ id }: BookingDetail, { resourceId, ...query }: SlotsQuery) {
  return {
    param: { id: encodeURIComponent(id) },
    query: { ...resourceParam(resourceId), ...query },
  }
}
