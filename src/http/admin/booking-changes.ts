import { Hono } from 'hono'
import * as v from 'valibot'
import { isPatientNotified } from '../../backoffice/booking-messages.ts'
import { type Cancelled, cancelByStaff } from '../../booking/cancellation.ts'
import { suggestForMove } from '../../booking/move-suggestions.ts'
import { moveBooking } from '../../booking/moves.ts'
import { reinstateBooking } from '../../booking/reinstatement.ts'
import { undoChange } from '../../booking/undo.ts'
import type { Ctx } from '../../ctx.ts'
import { CANCELLERS } from '../../shared/booking.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import {
  booleanField,
  dayField,
  dayPartField,
  messageField,
  resourceIdField,
  viennaTimeField,
} from '../fields.ts'
import { body, noBody, query } from '../input.ts'
import { cancellationNote, moveNote, reinstatementNote } from './change-notes.ts'
import type { AdminEnv } from './guard.ts'

/** Whether the patient gets a message. */
const notifyField = booleanField(true)

/** Whether the change can be undone for a while, during which its messages wait. */
const undoableField = booleanField(false)

const moveBody = v.strictObject({
  start: viennaTimeField,
  /** The id of the resource to move to; without it the current one is kept. */
  resource: resourceIdField,
  /** The start that the page shows; the move is refused if the appointment has another start by now. */
  from: v.optional(viennaTimeField),
  message: messageField,
  notify: notifyField,
  undoable: undoableField,
})

const suggestQuery = v.object({ from: dayField, part: dayPartField, resource: resourceIdField })

const cancelBody = v.strictObject({
  message: messageField,
  notify: notifyField,
  by: v.optional(v.picklist(CANCELLERS, 'Bitte patient oder practice angeben.'), 'practice'),
  undoable: undoableField,
})

const reinstateBody = v.strictObject({ message: messageField })

/** The calls that move a booking (with suggested times), cancel and reinstate it, and undo a change. */
export function bookingChangeRoutes() {
  return new Hono<AdminEnv>()
    .post('/bookings/:id/move', body(moveBody), (c) => {
      const ctx = ctxOf(c)
      const { resource: wish, from: shown, ...input } = c.req.valid('json')
      return c.json(moveAnswer(ctx, moveBooking(ctx, c.req.param('id'), { ...input, wish, shown })))
    })
    .get('/bookings/:id/slots', query(suggestQuery), (c) => {
      const { from, ...wishes } = c.req.valid('query')
      const days = suggestForMove(ctxOf(c), c.req.param('id'), from, wishes)
      return c.json(days.map(({ date, starts }) => ({ date, starts: starts.map(isoAt) })))
    })
    .post('/bookings/:id/cancel', body(cancelBody), (c) => {
      const ctx = ctxOf(c)
      const { message, by: canceller, ...options } = c.req.valid('json')
      const cancelled = cancelByStaff(ctx, c.req.param('id'), message, { ...options, canceller })
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
    .post('/bookings/:id/undo', noBody, (c) => {
      const { status } = undoChange(ctxOf(c), c.req.param('id'))
      return c.json({ status, note: 'Zurückgenommen, es ging keine Nachricht hinaus.' })
    })
}

/**
 * Returns the new time of a moved booking, and whether the patient is notified. A move is not `announced` if
 * the practice wants no message about it.
 */
function moveAnswer(ctx: Ctx, { booking, repeated, announced, undoUntil }: ReturnType<typeof moveBooking>) {
  const notified = announced && isPatientNotified(ctx, booking.id, 'moved')
  return {
    status: booking.status,
    start: isoAt(booking.startsAt),
    end: isoAt(booking.endsAt),
    note: moveNote({ repeated, announced, notified, isUndoable: undoUntil !== undefined }),
    notified,
    ...(undoUntil && { undo_until: isoAt(undoUntil) }),
  }
}

/**
 * Returns the status of a cancelled booking, the sentence about it for staff, and whether the patient is
 * notified.
 */
export function cancelAnswer(ctx: Ctx, { booking, repeated, announced, undoUntil }: Cancelled) {
  const notified = isPatientNotified(ctx, booking.id, 'cancelled')
  const isUndoable = undoUntil !== undefined
  const note = cancellationNote({ repeated, announced, notified, isUndoable })
  return { status: booking.status, note, notified }
}
