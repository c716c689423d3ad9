import { and, eq, gt, gte, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, events, messages, type Undoable } from '../db/schema.ts'
import { queueErpPush } from '../erp/sync.ts'
import { delayMessages, deleteMessages } from '../messaging/outbox/waiting.ts'
import { reserveAbsences, uncoverAbsences } from '../schedule/absence-occupations.ts'
import { recordFreedTime } from '../schedule/freed-times.ts'
import { findReservation, tryMoveReservation, tryReserveMove } from '../schedule/occupations.ts'
import type { Instant } from '../shared/day.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { Problem } from '../shared/problems.ts'
import { alreadyDecided, changeBooking, getBooking } from './bookings.ts'
import { type EventRow, findLastChange, recordEvent } from './events.ts'
import { withdrawOfferTo } from './waiting-list.ts'

/** How long the practice can take a decision back, in milliseconds. Its messages wait as long (docs/behaviour.md 8.19). */
export const UNDO_MS = 10_000
export const TOLD_LATER = `Die Nachricht geht in ${UNDO_MS / 1000} Sekunden hinaus.`

/** The kinds of messages that a change sends and taking it back deletes. */
const TELLING: MessageKind[] = ['confirmed', 'moved', 'erp-push']

/**
 * Stores the booking as it was before its last change, and delays what this transaction has queued about that change, so that it can
 * be taken back meanwhile.
 * @param before the row from before the change
 * @returns until when
 */
export function makeUndoable(ctx: Ctx, before: Booking): Instant {
  const change = findLastChange(ctx, before.id) as EventRow
  const undoUntil = ctx.now + UNDO_MS
  ctx.db
    .update(events)
    .set({ undoUntil, before: undoable(before) })
    .where(eq(events.id, change.id))
    .run()
  delayMessages(ctx, messagesOf(change), undoUntil)
  return undoUntil
}

/** Nothing that leads to the patient, and no fingerprint of an origin, which goes with the answer (docs/behaviour.md 16.6). */
function undoable(booking: Booking): Undoable {
  const { status, startsAt, endsAt, moveToAt, moveAskedAt, moves, remindedAt, attendance } = booking
  return { status, startsAt, endsAt, moveToAt, moveAskedAt, moves, remindedAt, attendance }
}

/**
 * Takes back a confirmation or move that can be undone: the booking is as it was before, with what its patient asked for then. The
 * waiting messages are deleted.
 * @throws Problem 'not found'; already_decided when the booking is neither confirmed nor moved; too_late when the time is over or a
 * message has been claimed; slot_taken when the time from before a move is occupied
 */
export function undoDecision(ctx: Ctx, id: string): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const change = findLastChange(ctx, id)
    const isMovedRequest = change?.kind === 'moved' && change.undoUntil !== null
    if (booking.status !== 'confirmed' && !isMovedRequest)
      throw alreadyDecided(booking, booking.status === 'requested' ? WAITS_AGAIN : undefined)
    // Of a change that an earlier version of the program has made, nothing is stored.
    const before = change?.before ?? null
    if (change === undefined || before === null || isOver(ctx, change) || hasLeft(ctx, change))
      throw new Problem('too_late', {}, 'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.')
    deleteMessages(ctx, messagesOf(change))
    recordEvent(ctx, id, 'undone')
    recordAudit(ctx, 'booking-undone', bookingSubject(id))
    if (before.startsAt !== booking.startsAt) moveBack(ctx, booking, before)
    const undone = changeBooking(ctx, id, before)
    // An earlier push, which is not deleted, may have brought the new time.
    if (undone.status === 'confirmed') queueErpPush(ctx, undone)
    return undone
  })
}

/** Reserves the earlier time again, and the one that the patient asked for then, in place of the present time. */
function moveBack(ctx: Ctx, { id, startsAt: movedTo }: Booking, before: Undoable): void {
  const { startsAt, endsAt, moveToAt } = before
  withdrawOfferTo(ctx, id)
  const freed = findReservation(ctx, id)
  for (const start of [startsAt, moveToAt ?? startsAt])
    uncoverAbsences(ctx, { startsAt: start, endsAt: start + endsAt - startsAt })
  const isBack = tryMoveReservation(ctx, id, startsAt - movedTo)
  if (!isBack || (moveToAt !== null && !tryReserveMove(ctx, id, moveToAt - startsAt)))
    throw new Problem('slot_taken', {}, GIVEN_AWAY)
  reserveAbsences(ctx)
  if (freed !== undefined) recordFreedTime(ctx, [freed])
}

const GIVEN_AWAY = 'Die bisherige Zeit ist inzwischen vergeben: Das lässt sich nicht mehr rückgängig machen.'

const WAITS_AGAIN = 'Dieser Termin wartet schon wieder auf eine Entscheidung.'

/** Before a further change: makes the waiting messages due, so that they leave before those of the further change. */
export function endUndo(ctx: Ctx, booking: Booking): void {
  const change = findLastChange(ctx, booking.id)
  if (change === undefined || isOver(ctx, change)) return
  delayMessages(ctx, and(messagesOf(change), eq(messages.status, 'queued')), ctx.now)
}

/** True also for a change that could not be taken back at all. */
function isOver({ now }: Ctx, { undoUntil }: EventRow): boolean {
  return undoUntil === null || undoUntil <= now
}

function messagesOf({ bookingId, at }: EventRow): SQL | undefined {
  return and(eq(messages.bookingId, bookingId), eq(messages.createdAt, at), inArray(messages.kind, TELLING))
}

/** A reminder counts too: the patient has then heard of the appointment. */
function hasLeft(ctx: Ctx, change: EventRow): boolean {
  const isTried = or(gt(messages.attempts, 0), notInArray(messages.status, ['queued', 'suppressed']))
  const isReminder = and(eq(messages.kind, 'reminder'), gte(messages.createdAt, change.at))
  const about = eq(messages.bookingId, change.bookingId)
  const left = and(about, or(isReminder, and(messagesOf(change), isTried)))
  return ctx.db.select().from(messages).where(left).get() !== undefined
}
