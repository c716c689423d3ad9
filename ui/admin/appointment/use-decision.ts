import { useMutation } from '@tanstack/react-query'
import type { Canceller } from '../../../src/shared/booking.ts'
import { admin, adminRequest, confirmBooking, refreshShown, rejectBooking } from '../../api/admin.ts'
import { CANCEL_FAILURE, CONFIRM_FAILURE, REJECT_FAILURE } from '../../patient/appointment-texts.ts'
import { toOutcome } from '../forms/use-submit-form.ts'
import { offerUndo } from './undo-offers.ts'

/** A decision of the practice about an appointment. */
export type AppointmentAction = 'confirm' | 'reject' | 'cancel'

type DecidableAppointment = { id: string; name: string; start: string; move?: { start: string } | undefined }

type DecisionInput = {
  action: AppointmentAction
  booking: DecidableAppointment
  message?: string
  /** Cancels the later appointments of its series too. */
  later?: boolean
  /** Who wishes for a cancellation. */
  by?: Canceller
  /** Whether the patient gets a message about a cancellation. */
  notify?: boolean
}

const FAILURES: Readonly<Record<AppointmentAction, string>> = {
  confirm: CONFIRM_FAILURE,
  reject: REJECT_FAILURE,
  cancel: CANCEL_FAILURE,
}

export type AppointmentDecision = ReturnType<typeof useDecision>

/**
 * Decides on an appointment. All shown data are loaded again, also after a failure. A confirmation and
 * a cancellation can be undone.
 */
export function useDecision() {
  const mutation = useMutation({ mutationFn: sendDecision, onSettled: refreshShown })
  const { data, error, variables } = mutation
  const canBeUndone = data !== undefined && 'undo_until' in data
  const hasToCall = data !== undefined && 'notified' in data && !data.notified
  // The note of what can be undone stands at its button, unless the practice has to call.
  const note = canBeUndone && !hasToCall ? undefined : data?.note
  const outcome = toOutcome(error, FAILURES[variables?.action ?? 'confirm'], note)
  return {
    busy: mutation.isPending,
    // A failure names the patient, because the row of the appointment may have left the list, which was
    // loaded again.
    outcome: error && outcome ? { ...outcome, text: `${variables?.booking.name}: ${outcome.text}` } : outcome,
    /** Resolves in either case; `outcome` says which. */
    decide: (input: DecisionInput): Promise<unknown> => mutation.mutateAsync(input).catch(() => undefined),
  }
}

/** Sends a decision, and offers to take it back where that is possible. @throws ApiError */
async function sendDecision(input: DecisionInput) {
  const { action, booking, message = '', later = false } = input
  if (action === 'cancel') return later ? cancelWithLater(booking, message) : cancel(input)
  const { id, name, move: asked } = booking
  // The server refuses the decision when the appointment has another time than the page shows.
  const start = (asked ?? booking).start
  if (action === 'reject') return adminRequest(rejectBooking.$post({ json: { id, message, start } }))
  const answer = await adminRequest(confirmBooking.$post({ json: { id, message, start, undoable: true } }))
  const { undo_until: until } = answer
  if (until) offerUndo({ id, name, start, isMove: asked !== undefined, tells: true, until })
  return answer
}

/** Cancels an appointment and the later ones of its series, which cannot be taken back. */
function cancelWithLater({ id }: DecidableAppointment, message: string) {
  return adminRequest(
    admin.bookings[':id'].later.cancel.$post({ param: { id: encodeURIComponent(id) }, json: { message } }),
  )
}

async function cancel({ booking: { id, name, start }, message = '', by, notify }: DecisionInput) {
  const json = {
    message,
    undoable: true,
    ...(by !== undefined && { by }),
    ...(notify !== undefined && { notify }),
  }
  const answer = await adminRequest(
    admin.bookings[':id'].cancel.$post({ param: { id: encodeURIComponent(id) }, json }),
  )
  const { undo_until: until, notified: tells = false } = answer
  if (until) offerUndo({ id, name, start, isMove: false, isCancellation: true, tells, until })
  return answer
}

/** The new start of an appointment, perhaps with another doctor or room, and the message about it. */
export type Move = { start: string; resource?: string; message: string; notify: boolean }

/**
 * Moves an appointment from the time that is shown, and offers to take that back before the patient is told.
 * @param booking as it is shown
 * @param canAddMessage the offer leads to the form with a message too
 * @throws ApiError
 */
export async function moveAppointment(
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

/** Moves an appointment and the later ones of its series, and offers to take that back. @throws ApiError */
export async function moveLater(
  { id, name, start: from }: { id: string; name: string; start: string },
  json: Move,
) {
  const answer = await adminRequest(
    admin.bookings[':id'].later.move.$post({
      param: { id: encodeURIComponent(id) },
      json: { ...json, from, undoable: true },
    }),
  )
  const { starts, notified: tells, undo_until: until } = answer
  if (until) offerUndo({ id, name, start: starts[0] ?? from, isMove: true, tells, until })
  return answer
}
