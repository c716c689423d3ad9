import { eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, occupations } from '../db/schema.ts'
import { whyOff } from '../messaging/outbox/suppression.ts'
import type { Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { getBooking } from './bookings.ts'
import { ACTIONS, tooLate, transition } from './life-cycle.ts'
import { notifyConfirmed, notifyRejected } from './notifications.ts'
import { forEachBooking } from './several.ts'
import { makeUndoable } from './undo.ts'

export type Decision = 'confirm' | 'reject'

/**
 * `repeated`: the booking was decided that way before, so no message was sent. `emailsOff`: the patient gets no e-mail, because
 * the practice has switched them off. `undoUntil`: until when it can be taken back, if that was asked for.
 */
export type Decided = Readonly<{
  booking: Booking
  repeated: boolean
  emailsOff: boolean
  undoUntil?: Instant
}>

/**
 * Confirms or rejects a request. The same decision again changes nothing (docs/behaviour.md 8.3–8.7).
 * @param message for the patient; may be empty
 * @param signedFor the start of the appointment that a staff link decides on; undefined for an admin
 * @param undoable its messages wait while it can be taken back
 * @throws Problem 'not found', bad_signature (the appointment was moved since the link was made), already_decided (the
 * other decision was taken, or the booking was cancelled), slot_taken (the
 * booking no longer has its time reserved), too_late (the appointment has begun and cannot be confirmed)
 */
export function decideBooking(
  ctx: Ctx,
  id: string,
  decision: Decision,
  message: string,
  { signedFor, undoable = false }: { signedFor?: Instant | undefined; undoable?: boolean } = {},
): Decided {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    if (signedFor !== undefined && signedFor !== booking.startsAt)
      throw new Problem('bad_signature', {}, MOVED)
    if (booking.status === ACTIONS[decision].to) return { booking, repeated: true, emailsOff: false }
    if (decision === 'confirm' && booking.status === 'requested') {
      assertNotBegun(ctx, booking)
      assertReserved(ctx, booking)
    }
    const decided = transition(ctx, booking, decision, message)
    if (decided === undefined)
      throw new Problem('already_decided', { status: booking.status }, ALREADY[booking.status])
    if (decision === 'confirm') notifyConfirmed(ctx, decided, message)
    else notifyRejected(ctx, decided, message)
    const result = { booking: decided, repeated: false, emailsOff: whyOff(ctx, 'email') !== undefined }
    return undoable ? { ...result, undoUntil: makeUndoable(ctx, decided) } : result
  })
}

const REJECTED_SILENTLY = 'Auffällige Anfrage, ohne Nachricht abgelehnt.'

/** Rejects marked requests; their messages are stored as suppressed (docs/behaviour.md 12.32). */
export function rejectMarked(ctx: Ctx, ids: readonly string[]) {
  return forEachBooking(ids, (id) =>
    inTx(ctx, () => {
      const booking = getBooking(ctx, id)
      if (!booking.marked) throw new Problem('conflict', {}, 'Diese Anfrage ist nicht auffällig.')
      if (booking.status === 'rejected') return booking
      const rejected = transition(ctx, booking, 'reject', REJECTED_SILENTLY)
      if (rejected === undefined)
        throw new Problem('already_decided', { status: booking.status }, ALREADY[booking.status])
      notifyRejected(ctx, rejected, '', REJECTED_SILENTLY)
      return rejected
    }),
  )
}

const MOVED =
  'Dieser Termin wurde seit dieser E-Mail verschoben. Bitte entscheiden Sie darüber im Adminbereich.'

const ALREADY = {
  requested: 'Über diesen Termin wurde bereits anders entschieden.',
  confirmed: 'Dieser Termin wurde bereits bestätigt.',
  rejected: 'Dieser Termin wurde bereits abgelehnt.',
  cancelled: 'Dieser Termin wurde bereits storniert.',
}

/** Only for confirming: a request that was not answered in time can still be rejected. */
function assertNotBegun(ctx: Ctx, booking: Booking): void {
  if (booking.startsAt <= ctx.now)
    throw tooLate(booking, 'Dieser Termin hat schon begonnen und kann nicht mehr bestätigt werden.')
}

/** A confirmed booking must have its time reserved. */
function assertReserved(ctx: Ctx, booking: Booking): void {
  const reserved = ctx.db.select().from(occupations).where(eq(occupations.bookingId, booking.id)).get()
  const covers =
    reserved !== undefined && reserved.startsAt <= booking.startsAt && reserved.endsAt >= booking.endsAt
  if (!covers)
    throw new Problem(
      'slot_taken',
      {},
      'Diese Zeit ist inzwischen anders belegt. Bitte lehnen Sie den Termin ab.',
    )
}
