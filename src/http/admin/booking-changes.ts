import { Hono } from 'hono'
import * as v from 'valibot'
import { isPatientNotified } from '../../backoffice/booking-messages.ts'
import { type MoveSuggestion, suggestForMoves } from '../../booking/bulk-move-suggestions.ts'
import { type Cancelled, cancelByStaff, cancelSeveralByStaff } from '../../booking/cancellation.ts'
import { rejectMarked } from '../../booking/decisions.ts'
import { suggestForMove } from '../../booking/move-suggestions.ts'
import { moveBooking } from '../../booking/moves.ts'
import { reinstateBooking } from '../../booking/reinstatement.ts'
import { undoDecision } from '../../booking/undo.ts'
import type { Ctx } from '../../ctx.ts'
import { nameById } from '../../schedule/resources.ts'
import { BOOKINGS_AT_ONCE, CANCELLERS } from '../../shared/booking.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { day, dayPart, flag, message, resourceId, viennaDateTime } from '../fields.ts'
import { body, noBody, query } from '../input.ts'
import { cancellationNote, moveNote, reinstatementNote } from './change-notes.ts'
import type { AdminEnv } from './guard.ts'

/** Whether the patient gets a message. */
const notify = flag(true)

/** Whether the change can be undone for a while, during which its messages wait. */
const undoable = flag(false)

const moveBody = v.strictObject({
  start: viennaDateTime,
  /** The id of the resource to move to; without it the current one is kept. */
  resource: resourceId,
  /** The start that the page shows; the move is refused if the appointment has another start by now. */
  from: v.optional(viennaDateTime),
  message,
  notify,
  undoable,
})

const suggestQuery = v.object({ from: day, part: dayPart, resource: resourceId })

const cancelBody = v.strictObject({
  message,
  notify,
  by: v.optional(v.picklist(CANCELLERS, 'Bitte patient oder practice angeben.'), 'practice'),
  undoable,
})

const reinstateBody = v.strictObject({ message })

const NO_IDS = `Bitte 1 bis ${BOOKINGS_AT_ONCE} Termine angeben.`
const ids = v.pipe(
  v.array(v.string(NO_IDS), NO_IDS),
  v.minLength(1, NO_IDS),
  v.maxLength(BOOKINGS_AT_ONCE, NO_IDS),
)
const cancelSeveralBody = v.strictObject({ ids, message, notify })
const idsBody = v.strictObject({ ids })
const suggestBody = v.strictObject({ ids, resource: resourceId })

/**
 * The calls that move bookings (with suggested times), cancel, reinstate and reject them, and undo a change.
 */
export function bookingChangeRoutes() {
  return new Hono<AdminEnv>()
    .post('/bookings/:id/move', body(moveBody), (c) => {
      const ctx = ctxOf(c)
      const { resource: wish, ...input } = c.req.valid('json')
      const { booking, repeated, announced, undoUntil } = moveBooking(ctx, c.req.param('id'), {
        ...input,
        wish,
      })
      const notified = announced && isPatientNotified(ctx, booking.id, 'moved')
      const { status, startsAt, endsAt } = booking
      return c.json({
        status,
        start: isoAt(startsAt),
        end: isoAt(endsAt),
        note: moveNote({ repeated, announced, notified, isUndoable: undoUntil !== undefined }),
        notified,
        ...(undoUntil && { undo_until: isoAt(undoUntil) }),
      })
    })
    .get('/bookings/:id/slots', query(suggestQuery), (c) => {
      const { from, ...wishes } = c.req.valid('query')
      const days = suggestForMove(ctxOf(c), c.req.param('id'), from, wishes)
      return c.json(days.map(({ date, starts }) => ({ date, starts: starts.map(isoAt) })))
    })
    .post('/bookings/slots', body(suggestBody), (c) => {
      const ctx = ctxOf(c)
      const { ids, resource } = c.req.valid('json')
      const suggestions = suggestForMoves(ctx, ids, resource)
      return c.json({ results: resultRows(suggestions, (times) => suggestionAnswer(ctx, times)) })
    })
    .post('/bookings/:id/cancel', body(cancelBody), (c) => {
      const ctx = ctxOf(c)
      const { message, ...input } = c.req.valid('json')
      const cancelled = cancelByStaff(ctx, c.req.param('id'), message, input)
      const { status, note, notified } = cancelAnswer(ctx, cancelled)
      const { undoUntil } = cancelled
      return c.json({
        status,
        note,
        ...(undoUntil && { notified, undo_until: isoAt(undoUntil) }),
      })
    })
    .post('/bookings/:id/reinstate', body(reinstateBody), (c) => {
      const ctx = ctxOf(c)
      const { id, status } = reinstateBooking(ctx, c.req.param('id'), c.req.valid('json').message)
      const notified = isPatientNotified(ctx, id, 'confirmed')
      return c.json({ status, note: reinstatementNote(notified), notified })
    })
    .post('/bookings/cancel', body(cancelSeveralBody), (c) => {
      const ctx = ctxOf(c)
      const input = c.req.valid('json')
      const cancelled = cancelSeveralByStaff(ctx, input)
      return c.json({ results: resultRows(cancelled, (done) => cancelAnswer(ctx, done)) })
    })
    .post('/bookings/reject', body(idsBody), (c) => {
      const rejected = rejectMarked(ctxOf(c), c.req.valid('json').ids)
      return c.json({ results: resultRows(rejected, ({ status }) => ({ status })) })
    })
    .post('/bookings/:id/undo', noBody, (c) => {
      const { status } = undoDecision(ctxOf(c), c.req.param('id'))
      return c.json({ status, note: 'Zurückgenommen, es ging keine Nachricht hinaus.' })
    })
}

/** Returns one row for each booking: its answer, or the code and sentence of its refusal. */
function resultRows<Done, Answer extends object>(
  outcomes: readonly Readonly<{ id: string; outcome: Done | Problem }>[],
  answerOf: (done: Done) => Answer,
) {
  return outcomes.map(({ id, outcome }) =>
    outcome instanceof Problem
      ? { id, error: outcome.code, message: outcome.message }
      : { id, ...answerOf(outcome) },
  )
}

/** Returns the times to which a booking can move, `elsewhere` at other resources. */
function suggestionAnswer(ctx: Ctx, { starts, elsewhere }: MoveSuggestion) {
  return {
    starts: starts.map(isoAt),
    ...(elsewhere.length > 0 && {
      elsewhere: elsewhere.map(({ resourceId, start }) => ({
        start: isoAt(start),
        resource_id: resourceId,
        resource_name: nameById(ctx, resourceId),
      })),
    }),
  }
}

/** Returns the status of a cancelled booking, and whether the patient is notified. */
function cancelAnswer(ctx: Ctx, { booking, repeated, announced, undoUntil }: Cancelled) {
  const notified = isPatientNotified(ctx, booking.id, 'cancelled')
  const isUndoable = undoUntil !== undefined
  const note = cancellationNote({ repeated, announced, notified, isUndoable })
  return { status: booking.status, note, notified }
}
