import { and, asc, eq, gt, gte, inArray, lt, notInArray, or, type SQL } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, events, messages } from '../db/schema.ts'
import { queueErpPush } from '../erp/sync.ts'
import { delayMessages, deleteMessages } from '../messaging/outbox/waiting.ts'
import { reserveAbsences, uncoverAbsences } from '../schedule/absence-occupations.ts'
import { recordFreedTime } from '../schedule/freed-times.ts'
import { findReservation, tryMoveReservation, tryReserveMove } from '../schedule/occupations.ts'
import type { Instant } from '../shared/day.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { Problem } from '../shared/problems.ts'
import { alreadyDecided, changeBooking, findLastEvent, getBooking, recordEvent } from './bookings.ts'
import { withdrawOfferTo } from './waiting-list.ts'

/** How long the practice can take a decision back, in milliseconds. Its messages wait as long (docs/behaviour.md 8.19). */
export const UNDO_MS = 10_000

/** The kinds of messages that a change sends and taking it back deletes. */
const TELLING: MessageKind[] = ['confirmed', 'moved', 'erp-push']

type Change = typeof events.$inferSelect

/**
 * Delays what this transaction has queued about the booking's last change, so that the change can be taken back meanwhile.
 * @returns until when
 */
export function makeUndoable(ctx: Ctx, booking: Booking): Instant {
  const change = lastChange(ctx, booking)
  const undoUntil = ctx.now + UNDO_MS
  ctx.db.update(events).set({ undoUntil }).where(eq(events.id, change.id)).run()
  delayMessages(ctx, messagesOf(change), undoUntil)
  return undoUntil
}

/**
 * Takes back a confirmation or move that can be undone: the booking is a request again, or has the time from before the move, with
 * what its patient asked for then. The waiting messages are deleted.
 * @throws Problem 'not found'; already_decided when the booking is neither confirmed nor moved; too_late when the time is over or a
 * message has been claimed; slot_taken when the time from before a move is occupied
 */
export function undoDecision(ctx: Ctx, id: string): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const change = lastChange(ctx, booking)
    const isMovedRequest = change.kind === 'moved' && change.undoUntil !== null
    if (booking.status !== 'confirmed' && !isMovedRequest)
      throw alreadyDecided(booking, booking.status === 'requested' ? WAITS_AGAIN : undefined)
    if ((change.undoUntil ?? 0) <= ctx.now || hasLeft(ctx, change))
      throw new Problem('too_late', {}, 'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.')
    deleteMessages(ctx, messagesOf(change))
    recordEvent(ctx, id, 'undone')
    recordAudit(ctx, 'booking-undone', bookingSubject(id))
    const before = change.kind === 'moved' ? undoMove(ctx, booking, change) : { status: 'requested' as const }
    const undone = changeBooking(ctx, id, { ...before, attendance: null })
    // An earlier push, which is not deleted, may have brought the new time.
    if (undone.status === 'confirmed') queueErpPush(ctx, undone)
    return undone
  })
}

/** Moves the booking back to its earlier time. @returns its columns, with what the patient asked for waiting again */
function undoMove(ctx: Ctx, booking: Booking, change: Change): Partial<Booking> {
  const { id, startsAt, endsAt, moves } = booking
  withdrawOfferTo(ctx, id)
  const freed = findReservation(ctx, id)
  const before = change.movedFromAt ?? startsAt
  const length = endsAt - startsAt
  const asked = findAsked(ctx, change)
  const moveToAt = asked?.movedToAt ?? null
  for (const start of [before, moveToAt ?? before])
    uncoverAbsences(ctx, { startsAt: start, endsAt: start + length })
  const isBack = tryMoveReservation(ctx, id, before - startsAt)
  if (!isBack || (moveToAt !== null && !tryReserveMove(ctx, id, moveToAt - before)))
    throw new Problem('slot_taken', {}, GIVEN_AWAY)
  reserveAbsences(ctx)
  if (freed !== undefined) recordFreedTime(ctx, [freed])
  return {
    startsAt: before,
    endsAt: before + length,
    moveToAt,
    moveAskedAt: asked?.at ?? null,
    remindedAt: remindedAtOf(ctx, id, before),
    // A move by the practice has made earlier links invalid by this number; a confirmed wish of the patient has not raised it.
    moves: moveToAt === startsAt ? moves : moves - 1,
  }
}

/** When the patient was reminded of an appointment at this start; null when not. */
function remindedAtOf(ctx: Ctx, id: string, start: Instant): Instant | null {
  const reminder = and(
    eq(messages.bookingId, id),
    eq(messages.kind, 'reminder'),
    eq(messages.startsAt, start),
  )
  return ctx.db.select({ at: messages.createdAt }).from(messages).where(reminder).get()?.at ?? null
}

/** What the patient asked for and nobody had decided when the booking was moved. */
function findAsked(ctx: Ctx, { id, bookingId }: Change): Change | undefined {
  const earlier = ctx.db
    .select()
    .from(events)
    .where(and(eq(events.bookingId, bookingId), lt(events.id, id), IS_CHANGE))
    .orderBy(asc(events.id))
    .all()
  let asked: Change | undefined
  // What an undone event restores.
  let askedBefore: Change | undefined
  for (const event of earlier) {
    const next = event.kind === 'undone' ? askedBefore : event.kind === 'move-asked' ? event : undefined
    askedBefore = asked
    asked = next
  }
  return asked
}

const GIVEN_AWAY = 'Die bisherige Zeit ist inzwischen vergeben: Das lässt sich nicht mehr rückgängig machen.'

const WAITS_AGAIN = 'Dieser Termin wartet schon wieder auf eine Entscheidung.'

/** Before a further change: makes the waiting messages due, so that they leave before those of the further change. */
export function endUndo(ctx: Ctx, booking: Booking): void {
  const change = lastChange(ctx, booking)
  if ((change.undoUntil ?? 0) <= ctx.now) return
  delayMessages(ctx, and(messagesOf(change), eq(messages.status, 'queued')), ctx.now)
}

/** The events that change the appointment. */
export const IS_CHANGE = notInArray(events.kind, [
  'contact-changed',
  'arrived',
  'no-show',
  'attendance-removed',
])

function lastChange(ctx: Ctx, { id }: Booking): Change {
  return findLastEvent(ctx, id, IS_CHANGE) as Change
}

function messagesOf({ bookingId, at }: Change): SQL | undefined {
  return and(eq(messages.bookingId, bookingId), eq(messages.createdAt, at), inArray(messages.kind, TELLING))
}

/** A reminder counts too: the patient has then heard of the appointment. */
function hasLeft(ctx: Ctx, change: Change): boolean {
  const isTried = or(gt(messages.attempts, 0), notInArray(messages.status, ['queued', 'suppressed']))
  const isReminder = and(eq(messages.kind, 'reminder'), gte(messages.createdAt, change.at))
  const about = eq(messages.bookingId, change.bookingId)
  const left = and(about, or(isReminder, and(messagesOf(change), isTried)))
  return ctx.db.select().from(messages).where(left).get() !== undefined
}
