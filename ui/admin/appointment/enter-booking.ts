import { admin, adminRequest } from '../../api/admin.ts'
import { hasCode } from '../../api/http.ts'
import type { BookingRequest } from './booking-draft.ts'
import { withErrorAtTime } from './error-at-time.ts'
import { reloadFreeTimes } from './free-times-cache.ts'
import { offerUndo } from './undo-offers.ts'

/** An appointment that was just entered, or the first one of a series. */
export type EnteredBooking = { id: string; name: string; start: string }

/**
 * Enters the appointment, and offers to undo that before the patient is notified.
 * @throws ApiError; if somebody else has just taken the time, its sentence belongs to the field of the time
 */
export async function enterBooking(
  request: BookingRequest & { without_paddings?: true; again: boolean },
): Promise<EnteredBooking> {
  try {
    const entered = await adminRequest(admin.bookings.$post({ json: { ...request, undoable: true } }))
    const { id, name, start, notified = false, undo_until: until } = entered
    if (until) offerUndo({ id, name, start, change: 'entered', isMessageWaiting: notified, until })
    return entered
  } catch (error) {
    if (hasCode(error, 'slot_taken')) reloadFreeTimes()
    throw withErrorAtTime(error)
  }
}
