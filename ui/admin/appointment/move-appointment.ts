import { admin, adminRequest } from '../../api/admin.ts'
import { offerUndo } from './undo-offers.ts'

/** The new start of an appointment, perhaps with another doctor or room, and the message about it. */
export type Move = {
  /** Vienna's wall time, such as `2027-01-12T10:30`. */
  start: string
  /** The id of the new doctor or room; absent to keep the present one. */
  resource?: string
  /** The text that the practice adds to the message. */
  message: string
  /** Whether the patient gets a message. */
  notify: boolean
}

/** An appointment as the page shows it; `move` is another time that the patient asks for. */
type ShownAppointment = { id: string; name: string; start: string; move?: { start: string } | undefined }

/**
 * Moves an appointment, and offers to undo that before the patient is notified.
 * @param canAddMessage true when the offer leads to the form with a message too
 * @throws ApiError, also if the appointment no longer has the time that the page shows
 */
export async function moveAppointment(
  shown: ShownAppointment,
  { canAddMessage = false, ...move }: Move & { canAddMessage?: boolean },
) {
  const answer = await adminRequest(admin.bookings[':id'].move.$post(moveInput(shown, move)))
  const { start, notified, undo_until: until } = answer
  if (until)
    offerUndo({
      id: shown.id,
      name: shown.name,
      start,
      change: 'moved',
      isMessageWaiting: notified,
      canAddMessage: canAddMessage && notified,
      until,
    })
  return answer
}

/** Moves an appointment and the later ones of its series, and offers to undo that. @throws ApiError */
export async function moveWithLater(shown: ShownAppointment, move: Move) {
  const answer = await adminRequest(admin.bookings[':id'].later.move.$post(moveInput(shown, move)))
  const { starts, notified, undo_until: until } = answer
  const [start = shown.start] = starts
  if (until)
    offerUndo({ id: shown.id, name: shown.name, start, change: 'moved', isMessageWaiting: notified, until })
  return answer
}

/** Returns the input of both calls. */
function moveInput(shown: ShownAppointment, move: Move) {
  return {
    param: { id: encodeURIComponent(shown.id) },
    // The server compares the shown time: the one that the patient asks for, or else the start.
    json: { ...move, from: (shown.move ?? shown).start, undoable: true },
  }
}
