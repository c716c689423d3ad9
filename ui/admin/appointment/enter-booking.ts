import { admin, adminRequest } from '../../api/admin.ts'
import { hasCode } from '../../api/http.ts'
import type { BookingRequest } from './booking-draft.ts'
import { withErrorAtTime } from './error-at-time.ts'
import { reloadFreeTimes } from './free-times-cache.ts'
import { offerUndo } from './undo-offers.ts'

/** An appointment that was just entered, or the first one of a series. */
export type EnteredBooking = { id: string; name: string; start: string }

type EnterRequest = BookingRequest & {
  /** Enters the appointment even over paddings, and shortens these (docs/behaviour.md 19.23). */
  without_paddings?: true
  /** True if this repeats a call whose answer was lost. What that one has entered is then the result. */
  again: boolean
}

/**
 * Enters the appointment, and offers to undo that before the patient is notified.
 * @throws ApiError; if somebody else has just taken the time, its sentence belongs to the field of the time
 */
export async function enterBooking(request: EnterRequest): Promise<EnteredBooking> {
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
