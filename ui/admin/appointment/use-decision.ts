import { useMutation } from '@tanstack/react-query'
import type { Canceller } from '../../../src/shared/booking.ts'
import { admin, adminRequest, confirmBooking, refreshAdminData, rejectBooking } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { CANCEL_FAILURE, CONFIRM_FAILURE, REJECT_FAILURE } from '../../patient/appointment-texts.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
import { offerUndo } from './undo-offers.ts'

/** A decision of the practice about an appointment. */
export type AppointmentAction = 'confirm' | 'reject' | 'cancel'

type DecidableBooking = {
  id: string
  /** The patient's name. */
  name: string
  start: string
  /** The other time that the patient asks for, which a confirmation or rejection then concerns. */
  move?: { start: string } | undefined
}

type Decision = {
  action: AppointmentAction
  booking: DecidableBooking
  /** A text for the patient. */
  message?: string
  /** True to cancel the later appointments of the series too. */
  withLater?: boolean
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
  const mutation = useMutation({ mutationFn: sendDecision, onSettled: refreshAdminData })
  const { data: note, error, variables: decision } = mutation
  return {
    busy: mutation.isPending,
    /** The id of the appointment that is being decided on. */
    busyWith: mutation.isPending ? decision?.booking.id : undefined,
    outcome: outcomeOf({ note, error, decision }),
    /** Resolves after a failure too, which `outcome` shows, and returns its sentence. */
    decide: (next: Decision): Promise<string | undefined> =>
      mutation.mutateAsync(next).then(
        () => undefined,
        (failure: Error) => failureText(next, failure),
      ),
  }
}

type LastDecision = { note: string | undefined; error: Error | null; decision: Decision | undefined }

function outcomeOf({ note, error, decision }: LastDecision): FormOutcome | undefined {
  if (error && decision) return { tone: 'danger', text: failureText(decision, error) }
  return note === undefined ? undefined : { tone: 'good', text: note }
}

/**
 * Returns the sentence of a failure. It names the patient, because the list is loaded again, and the row may
 * have left it.
 */
function failureText({ action, booking }: Decision, error: Error): string {
  return `${booking.name}: ${failureSentence(error, FAILURES[action])}`
}

/**
 * Sends a decision, and offers to undo it if possible.
 * @returns the note to show; undefined where the undo bar says what has happened
 * @throws ApiError
 */
function sendDecision(decision: Decision): Promise<string | undefined> {
  if (decision.action === 'confirm') return sendConfirmation(decision)
  if (decision.action === 'reject') return sendRejection(decision)
  return decision.withLater ? cancelWithLater(decision) : cancelOne(decision)
}

async function sendConfirmation({ booking, message = '' }: Decision): Promise<string | undefined> {
  const { id, name, move: askedMove } = booking
  const start = decidedStartOf(booking)
  const json = { id, message, start, undoable: true }
  const { note, undo_until: until } = await adminRequest(confirmBooking.$post({ json }))
  if (!until) return note
  const change = askedMove === undefined ? 'confirmed' : 'moved'
  offerUndo({ id, name, start, change, isMessageWaiting: true, until })
  return undefined
}

async function sendRejection({ booking, message = '' }: Decision): Promise<string> {
  const json = { id: booking.id, message, start: decidedStartOf(booking) }
  return (await adminRequest(rejectBooking.$post({ json }))).note
}

/**
 * Returns the start that a confirmation or rejection concerns. The server refuses the decision if the
 * appointment no longer has the start that the page shows.
 */
function decidedStartOf({ start, move: askedMove }: DecidableBooking): string {
  return askedMove?.start ?? start
}

/** Cancels an appointment and the later ones of its series, which cannot be undone. */
async function cancelWithLater({ booking, message = '' }: Decision): Promise<string> {
  const param = { id: encodeURIComponent(booking.id) }
  const { note } = await adminRequest(admin.bookings[':id'].later.cancel.$post({ param, json: { message } }))
  return note
}

/** Cancels one appointment. Beside the undo bar, the note only says that the practice has to call. */
async function cancelOne({ booking, message = '', by, notify }: Decision): Promise<string | undefined> {
  const { id, name, start } = booking
  const param = { id: encodeURIComponent(id) }
  const json = {
    message,
    undoable: true,
    ...(by !== undefined && { by }),
    ...(notify !== undefined && { notify }),
  }
  const answer = await adminRequest(admin.bookings[':id'].cancel.$post({ param, json }))
  const { note, undo_until: until, notified = false } = answer
  if (!until) return note
  offerUndo({ id, name, start, change: 'cancelled', isMessageWaiting: notified, until })
  return notified ? undefined : note
}
