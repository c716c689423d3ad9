import { useMutation } from '@tanstack/react-query'
import type { Canceller } from '../../../src/shared/booking.ts'
import { admin, adminRequest, confirmBooking, refreshAdminData, rejectBooking } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { CANCEL_FAILURE, CONFIRM_FAILURE, REJECT_FAILURE } from '../../patient/appointment-texts.ts'
import type { FormOutcome } from '../forms/form-outcome.ts'
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
  const { data: note, error, variables } = mutation
  return {
    busy: mutation.isPending,
    /** The id of the appointment that is being decided on. */
    busyWith: mutation.isPending ? variables?.booking.id : undefined,
    outcome: outcomeOf({ note, error, input: variables }),
    /** Resolves after a failure too, which `outcome` shows, and returns its sentence. */
    decide: (input: DecisionInput): Promise<string | undefined> =>
      mutation.mutateAsync(input).then(
        () => undefined,
        (failure: Error) => failureText(input, failure),
      ),
  }
}

type LastDecision = { note: string | undefined; error: Error | null; input: DecisionInput | undefined }

function outcomeOf({ note, error, input }: LastDecision): FormOutcome | undefined {
  if (error && input) return { tone: 'danger', text: failureText(input, error) }
  return note === undefined ? undefined : { tone: 'good', text: note }
}

/**
 * Returns the sentence of a failure. It names the patient, because the list is loaded again, and the row may
 * have left it.
 */
function failureText({ action, booking }: DecisionInput, error: Error): string {
  return `${booking.name}: ${failureSentence(error, FAILURES[action])}`
}

/**
 * Sends a decision, and offers to undo it if possible.
 * @returns the note to show; undefined where the undo bar says what has happened
 * @throws ApiError
 */
async function sendDecision(input: DecisionInput): Promise<string | undefined> {
  const { action, booking, message = '', withLater = false } = input
  if (action === 'cancel') return withLater ? cancelWithLater(booking, message) : cancelAppointment(input)
  const { id, name, move: askedMove } = booking
  // The server refuses the decision if the appointment no longer has the time that the page shows.
  const start = (askedMove ?? booking).start
  if (action === 'reject')
    return (await adminRequest(rejectBooking.$post({ json: { id, message, start } }))).note
  const json = { id, message, start, undoable: true }
  const { note, undo_until: until } = await adminRequest(confirmBooking.$post({ json }))
  if (!until) return note
  const change = askedMove === undefined ? 'confirmed' : 'moved'
  offerUndo({ id, name, start, change, isMessageWaiting: true, until })
  return undefined
}

/**
 * Cancels an appointment and the later ones of its series, which cannot be undone.
 * @returns the note to show
 */
async function cancelWithLater({ id }: DecidableAppointment, message: string): Promise<string> {
  const param = { id: encodeURIComponent(id) }
  const { note } = await adminRequest(admin.bookings[':id'].later.cancel.$post({ param, json: { message } }))
  return note
}

/**
 * Cancels one appointment, and offers to undo that.
 * @returns the note to show, which then only says that the practice has to call
 */
async function cancelAppointment(input: DecisionInput): Promise<string | undefined> {
  const { booking, message = '', by, notify } = input
  const { id, name, start } = booking
  const json = {
    message,
    undoable: true,
    ...(by !== undefined && { by }),
    ...(notify !== undefined && { notify }),
  }
  const answer = await adminRequest(
    admin.bookings[':id'].cancel.$post({ param: { id: encodeURIComponent(id) }, json }),
  )
  const { note, undo_until: until, notified = false } = answer
  if (!until) return note
  offerUndo({ id, name, start, change: 'cancelled', isMessageWaiting: notified, until })
  return notified ? undefined : note
}
