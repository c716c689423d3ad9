import { useRef } from 'react'
import { isRefusal } from '../../api/query-client.tsx'
import type { BookingRequest } from './booking-draft.ts'
import { type EnteredBooking, enterBooking } from './enter-booking.ts'
import { enterSeries } from './enter-series.ts'
import type { ChosenSeries } from './series-fields.tsx'

type ChosenTimes = {
  /** Undefined for a single appointment. */
  series: ChosenSeries | undefined
  /** The start that is kept although paddings are in the way. */
  keptStart: string
}

/**
 * Returns a function that enters the series or the single appointment. It tells the server if an earlier call
 * got no answer, because its appointment may have been entered.
 */
export function useEntering(chosen: ChosenTimes): (request: BookingRequest) => Promise<EnteredBooking> {
  const isAnswerMissingRef = useRef(false)
  return async (request) => {
    try {
      const entered = await enter({ ...request, again: isAnswerMissingRef.current }, chosen)
      isAnswerMissingRef.current = false
      return entered
    } catch (error) {
      if (!isRefusal(error as Error)) isAnswerMissingRef.current = true
      throw error
    }
  }
}

/** Enters the series or the single appointment. @throws ApiError */
function enter(
  request: BookingRequest & { again: boolean },
  { series, keptStart }: ChosenTimes,
): Promise<EnteredBooking> {
  if (series !== undefined) return enterSeries(request, series)
  const isKept = request.start === keptStart
  return enterBooking({ ...request, ...(isKept && { without_paddings: true }) })
}
