import { fullDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { resourceParam } from '../resources/resource-param.ts'
import type { Conflict } from './conflict.ts'

/** A change of several appointments at once. */
export type BulkChange =
  | { action: 'move'; moves: readonly PlannedMove[] }
  | { action: 'cancel'; bookings: readonly Conflict[] }

export type BulkAction = BulkChange['action']

/** An appointment and its new time. */
type PlannedMove = { booking: Conflict; to: NewTime }

/** A new time. With `resource_id` it is with another doctor or in another room. */
export type NewTime = {
  start: string
  resource_id?: string | undefined
  resource_name?: string | undefined
}

/** The text to add to the messages, and whether messages are sent at all. */
export type BulkOptions = { message: string; notify: boolean }

/** The answer of the server about one appointment. */
export type BulkAnswer = {
  /** False after a refusal, and if staff wanted a message but none can reach the patient. */
  succeeded: boolean
  /** The server's sentence. */
  text: string
}

/** The result for one appointment; `taken` if somebody else has just taken the new time. */
type BulkResult = { id: string; answer: BulkAnswer | 'taken' }

/** Sends the change in several calls, and yields the result of each appointment. @throws ApiError */
export function sendBulkChange(change: BulkChange, options: BulkOptions): AsyncGenerator<BulkResult> {
  return change.action === 'move' ? moveEach(change.moves, options) : cancelInParts(change.bookings, options)
}

/**
 * The statuses of a refusal that concerns one appointment, because it is gone or has changed. After any other
 * failure, no further appointment is tried.
 */
const REFUSALS_OF_ONE = [404, 409]

/** Moves the appointments one by one, because the server has no call that moves several. */
async function* moveEach(moves: readonly PlannedMove[], options: BulkOptions): AsyncGenerator<BulkResult> {
  for (const move of moves) {
    const { id } = move.booking
    try {
      yield { id, answer: await sendMove(move, options) }
    } catch (error) {
      if (!(error instanceof ApiError) || !REFUSALS_OF_ONE.includes(error.status)) throw error
      const { code, message: text } = error
      yield { id, answer: code === 'slot_taken' ? 'taken' : { succeeded: false, text } }
    }
  }
}

/** Moves one appointment. The server refuses if it no longer has the time that the page shows (`from`). */
async function sendMove({ booking, to }: PlannedMove, { message, notify }: BulkOptions): Promise<BulkAnswer> {
  const param = { id: encodeURIComponent(booking.id) }
  const json = { start: to.start, ...resourceParam(to.resource_id), from: booking.start, message, notify }
  const { note, notified } = await adminRequest(admin.bookings[':id'].move.$post({ param, json }))
  const withWhom = to.resource_name ? `, bei ${to.resource_name}` : ''
  return {
    succeeded: notified || !notify,
    text: `Neue Zeit: ${fullDayTime(to.start)}${withWhom}. ${note}`,
  }
}

/** The number of cancellations in one call, small enough for a progress bar that moves. */
const CANCELLATIONS_PER_CALL = 10

/** Cancels several appointments in each call. */
async function* cancelInParts(
  bookings: readonly Conflict[],
  options: BulkOptions,
): AsyncGenerator<BulkResult> {
  const ids = bookings.map(({ id }) => id)
  for (let first = 0; first < ids.length; first += CANCELLATIONS_PER_CALL) {
    const json = { ids: ids.slice(first, first + CANCELLATIONS_PER_CALL), ...options }
    const { results } = await adminRequest(admin.bookings.cancel.$post({ json }))
    for (const result of results) {
      const answer =
        'note' in result
          ? { succeeded: result.notified || !options.notify, text: result.note }
          : { succeeded: false, text: result.message }
      yield { id: result.id, answer }
    }
  }
}
