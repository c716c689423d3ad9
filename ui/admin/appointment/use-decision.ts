import { useMutation } from '@tanstack/react-query'
import type { Canceller } from '../../../src/shared/booking.ts'
import { admin, adminRequest, confirmBooking, refreshShown, rejectBooking } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { CANCEL_FAILURE, CONFIRM_FAILURE, REJECT_FAILURE } from '../../patient/appointment-texts.ts'
import { toOutcome } from '../forms/use-submit-form.ts'
import { offerUndo } from './undo-offers.ts'

/** A decision of the practice about an appointment. */
export type AppointmentAction = 'confirm' | 'reject' | 'cancel'

type DecidableAppointment = {
  id: string
  /** The patient's name. */
  name: string
  start: string
  /** The other time that the patient asks for, which a confirmation or rejection then concerns. */
  move?: { start: string } | undefined
}

type DecisionInput = {
  action: AppointmentAction
  booking: DecidableAppointment
  message?: string
  /** True to cancel the later appointments of the series too. */
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

/** The function that decides on appointments, and the outcome of the last decision. */
export type AppointmentDecision = ReturnType<typeof useDecision>

/**
 * Decides on an appointment. All shown data are reloaded, even after a failure. A confirmation and a
 * cancellation can be undone.
 */
export function useDecision() {
  const mutation = useMutation({ mutationFn: sendDecision, onSettled: refreshShown })
  const { data, error, variables } = mutation
  // The answers to some decisions have neither of these fields.
  const canBeUndone = data !== undefined && 'undo_until' in data
  const hasToCall = data !== undefined && 'notified' in data && !data.notified
  // The undo bar says what has happened, so the note is shown only if the practice has to call.
  const note = canBeUndone && !hasToCall ? undefined : data?.note
  const outcome = toOutcome(error, FAILURES[variables?.action ?? 'confirm'], note)
  return {
    busy: mutation.isPending,
    /** The id of the appointment that is being decided on. */
    busyWith: mutation.isPending ? variables?.booking.id : undefined,
    outcome: error && outcome && variables ? { ...outcome, text: failureText(variables, error) } : outcome,
    /** Resolves after a failure too, which `outcome` shows, and returns its sentence. */
    decide: (input: DecisionInput): Promise<string | undefined> =>
      mutation.mutateAsync(input).then(
        () => undefined,
        (error: Error) => failureText(input, error),
      ),
  }
}

/**
 * Returns the sentence of a failure. It names the patient, because the list is loaded again, and the row may
 * have left it.
 */
function failureText({ action, booking }: DecisionInput, error: Error): string {
  return `${booking.name}: ${failureSentence(error, FAILURES[action])}`
}

/** Sends a decision, and offers to undo it if possible. @throws ApiError */
async function sendDecision(input: DecisionInput) {
  const { action, booking, message = '', later = false } = input
  if (action === 'cancel') return later ? cancelWithLater(booking, message) : cancelAppointment(input)
  const { id, name, move: askedMove } = booking
  // The server refuses the decision if the appointment no longer has the time that the page shows.
  const start = (askedMove ?? booking).start
  if (action === 'reject') return adminRequest(rejectBooking.$post({ json: { id, message, start } }))
  const answer = await adminRequest(confirmBooking.$post({ json: { id, message, start, undoable: true } }))
  const { undo_until: until } = answer
  if (until) offerUndo({ id, name, start, isMove: askedMove !== undefined, tells: true, until })
  return answer
}

/** Cancels an appointment and the later ones of its series, which cannot be undone. */
function cancelWithLater({ id }: DecidableAppointment, message: string) {
  return adminRequest(
    admin.bookings[':id'].later.cancel.$post({ param: { id: encodeURIComponent(id) }, json: { message } }),
  )
}

/** Cancels one appointment, and offers to undo that. */
async function cancelAppointment({ booking: { id, name, start }, message = '', by, notify }: DecisionInput) {
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
