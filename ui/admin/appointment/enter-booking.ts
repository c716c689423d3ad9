import { admin, adminRequest } from '../../api/admin.ts'
import { hasCode } from '../../api/http.ts'
import type { BookingRequest } from './booking-draft.ts'
import { reloadFreeTimes } from './free-times-cache.ts'
import { withErrorAtTime } from './taken-time.ts'
import { offerUndo } from './undo-offers.ts'

/** An appointment that was just entered, or the first one of a series. */
export type Entered = { id: string; name: string; start: string }

/**
 * Enters the appointment, and offers to undo that before the patient is notified.
 * @throws ApiError; if somebody else has just taken the time, its sentence belongs to the field of the time
 */
export async function enterBooking(
  request: BookingRequest & { without_paddings?: true; again: boolean },
): Promise<Entered> {
  try {
    const entered = await adminRequest(admin.bookings.$post({ json: { ...request, undoable: true } }))
    const { id, name, start, notified = false, undo_until } = entered
    if (undo_until)
      offerUndo({ id, name, start, isMove: false, entered: 1, tells: notified, until: undo_until })
    return entered
  } catch (error) {
    if (hasCode(error, 'slot_taken')) reloadFreeTimes()
    throw withErrorAtTime(error)
  }
}
