import { admin, adminRequest } from '../../api/admin.ts'
import { offerUndo } from './undo.tsx'

type Move = { start: string; message: string; notify: boolean }

/**
 * Moves an appointment from the time that is shown, and offers to take that back before the patient is told.
 * @param booking as it is shown
 * @param canAddMessage the offer leads to the form with a message too
 * @throws ApiError
 */
export async function move(
  { id, name, ...shown }: { id: string; name: string; start: string; move?: { start: string } | undefined },
  { canAddMessage = false, ...json }: Move & { canAddMessage?: boolean },
) {
  const from = (shown.move ?? shown).start
  const answer = await adminRequest(
    admin.bookings[':id'].move.$post({
      param: { id: encodeURIComponent(id) },
      json: { ...json, from, undoable: true },
    }),
  )
  const { start, notified: tells, undo_until: until } = answer
  if (until) offerUndo({ id, name, start, isMove: true, tells, canAddMessage: canAddMessage && tells, until })
  return answer
}
