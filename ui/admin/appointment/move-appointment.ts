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

type ShownAppointment = { id: string; name: string; start: string; move?: { start: string } | undefined }

/**
 * Moves an appointment, and offers to undo that before the patient is notified.
 * @param canAddMessage true when the offer leads to the form with a message too
 * @throws ApiError, also if the appointment no longer has the time that the page shows
 */
export async function moveAppointment(
  { id, name, ...shown }: ShownAppointment,
  { canAddMessage = false, ...newTime }: Move & { canAddMessage?: boolean },
) {
  const from = shownTime(shown)
  const answer = await adminRequest(
    admin.bookings[':id'].move.$post({
      param: { id: encodeURIComponent(id) },
      json: { ...newTime, from, undoable: true },
    }),
  )
  const { start, notified, undo_until: until } = answer
  if (until)
    offerUndo({
      id,
      name,
      start,
      change: 'moved',
      isMessageWaiting: notified,
      canAddMessage: canAddMessage && notified,
      until,
    })
  return answer
}

/** Returns the time that the server compares: the one that the patient asks for, or else the start. */
function shownTime({ start, move }: Pick<ShownAppointment, 'start' | 'move'>): string {
  return move?.start ?? start
}

/** Moves an appointment and the later ones of its series, and offers to undo that. @throws ApiError */
export async function moveWithLater({ id, name, ...shown }: ShownAppointment, newTime: Move) {
  const from = shownTime(shown)
  const answer = await adminRequest(
    admin.bookings[':id'].later.move.$post({
      param: { id: encodeURIComponent(id) },
      json: { ...newTime, from, undoable: true },
    }),
  )
  const { starts, notified, undo_until: until } = answer
  const [start = shown.start] = starts
  if (until) offerUndo({ id, name, start, change: 'moved', isMessageWaiting: notified, until })
  return answer
}
