import { BOOKING_STATUSES } from '../../../src/shared/booking.ts'
import type { BookingFilter } from './use-bookings.ts'

/** The URL parameters that filter the list. */
type FilterParams = Record<'from' | 'to' | 'status' | 'search' | 'past', string>

/** Returns the filter in the URL, without the doctor or room. */
export function filterInUrl(params: FilterParams): Omit<BookingFilter, 'resource'> {
  const { from, to, search, status } = params
  return {
    from,
    to,
    search,
    when: whenIn(params),
    status: BOOKING_STATUSES.find((knownStatus) => knownStatus === status) ?? '',
  }
}

/**
 * Without days the list has coming appointments, or past ones (`?past=1`). With a first or last day it has
 * both.
 */
function whenIn({ from, to, past }: FilterParams): BookingFilter['when'] {
  if (past !== '') return 'past'
  const hasDays = from !== '' || to !== ''
  return hasDays ? '' : 'coming'
}
