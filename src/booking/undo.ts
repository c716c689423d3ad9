import { and, eq, gt, gte, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, messages } from '../db/schema.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { deleteMessages } from '../messaging/outbox/waiting.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { releaseBooking } from '../schedule/reservations.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { Problem } from '../shared/problems.ts'
import { alreadyDecidedProblem, changeBooking, deleteBooking, getBooking } from './bookings.ts'
import { moveToEarlierTime, reserveCancelledTime } from './earlier-time.ts'
import { reopenEntryForBooking } from './ended-entries.ts'
import { type EventRow, findLastChange, recordEvent } from './events.ts'
import { withdrawOfferToMove } from './open-offers.ts'
import { isChangeFinal, listChangedTogether, releaseMessages } from './undoable-changes.ts'

/**
 * This module undoes what the practice has just changed (docs/behaviour.md 8.19), by what undoable-changes.ts
 * has stored with the change.
 */

const WAITS_AGAIN = 'Dieser Termin wartet schon wieder auf eine Entscheidung.'

/** Kinds of messages that report a change. Undoing the change deletes them. */
const REPORTING_KINDS: MessageKind[] = [
  'confirmed',
  'moved',
  'cancelled',
  'series-confirmed',
  'series-moved',
  'erp-push',
]

/**
 * Undoes a confirmation, a move, a cancellation or an entry. The booking gets back its earlier state,
 * including a move that the patient had asked for; an entered booking is deleted. The messages about the
 * change are deleted, and earlier messages that were delayed are sent. Appointments of a series that were
 * changed together are restored together.
 * @returns the restored booking, or the deleted one
 * @throws Problem 'not found'; already_decided when the booking is neither confirmed, moved nor cancelled;
 * too_late when `UNDO_MS` have passed, a message has been claimed or a part of the series was changed again;
 * slot_taken when the earlier time is occupied
 */
export function undoChange(ctx: Ctx, id: string): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const change = findLastChange(ctx, id)
    assertCanBeUndone(booking, change)
    const others = listChangedTogether(ctx, booking, change).filter((other) => other.id !== id)
    const movedFrom = change.before?.startsAt ?? booking.startsAt
    const toUndo = inOrderOfUndo([booking, ...others], movedFrom - booking.startsAt)
    const undone = new Map(toUndo.map((each) => [each.id, undoOne(ctx, each)]))
    // The booking is one of those to undo.
    return undone.get(id) as Booking
  })
}

/**
 * Refuses a booking whose status does not come from a change that can be undone.
 * @throws Problem already_decided, too_late
 */
function assertCanBeUndone(booking: Booking, change: EventRow | undefined): asserts change is EventRow {
  const isMoveOrCancellation = change?.kind === 'moved' || change?.kind === 'cancelled'
  const isUndoable = isMoveOrCancellation && change.undoUntil !== null
  if (booking.status !== 'confirmed' && !isUndoable)
    throw alreadyDecidedProblem(booking, booking.status === 'requested' ? WAITS_AGAIN : undefined)
  if (change === undefined) throw tooLateToUndoProblem()
}

/** Returns the problem to throw when a change can no longer be undone. */
function tooLateToUndoProblem(): Problem {
  return new Problem('too_late', {}, 'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.')
}

/**
 * Sorts appointments so that each one finds its earlier time free, because another one of the series may have
 * moved to that time.
 * @param shift milliseconds to their earlier times; positive if these start later
 */
function inOrderOfUndo(bookings: readonly Booking[], shift: number): Booking[] {
  const fromFirst = bookings.toSorted((a, b) => a.startsAt - b.startsAt)
  return shift > 0 ? fromFirst.reverse() : fromFirst
}

/** Undoes the last change of one booking. @throws Problem too_late, slot_taken */
function undoOne(ctx: Ctx, booking: Booking): Booking {
  const change = findLastChange(ctx, booking.id)
  if (change === undefined || isChangeFinal(ctx, change) || wasAnnounced(ctx, change))
    throw tooLateToUndoProblem()
  const { kind, before } = change
  // Changes made by older versions of the program have no stored state.
  if (before === null && kind !== 'entered') throw tooLateToUndoProblem()
  recordAudit(ctx, 'booking-undone', bookingSubject(booking.id))
  return before === null ? undoEntry(ctx, booking) : restore(ctx, booking, { ...change, before })
}

/**
 * Deletes an entered booking and its messages. An absence that was saved since covers its time then.
 * @returns the deleted booking
 */
function undoEntry(ctx: Ctx, booking: Booking): Booking {
  deleteMessages(ctx, eq(messages.bookingId, booking.id))
  const freed = releaseBooking(ctx, booking.id)
  deleteBooking(ctx, booking.id)
  for (const interval of freed) reserveAbsences(ctx, interval)
  return booking
}

/** A change with the state before it. */
type StoredChange = EventRow & Readonly<{ before: NonNullable<EventRow['before']> }>

/** Restores the state and the time from before the change. @throws Problem slot_taken */
function restore(ctx: Ctx, booking: Booking, change: StoredChange): Booking {
  const { id } = booking
  const { givenUp, ...before } = change.before
  deleteMessages(ctx, reportsOf(change))
  releaseMessages(ctx, change)
  recordEvent(ctx, id, 'undone')
  if (givenUp !== undefined) {
    reserveCancelledTime(ctx, id, before, givenUp)
    reopenEntryForBooking(ctx, id, change.at)
  } else if (before.startsAt !== booking.startsAt || before.resourceId !== booking.resourceId) {
    withdrawOfferToMove(ctx, id)
    moveToEarlierTime(ctx, booking, before)
  }
  const restored = changeBooking(ctx, id, before)
  // An earlier push, which is never deleted, may have brought the new time to Odoo.
  if (restored.status === 'confirmed') queueErpPush(ctx, restored)
  return restored
}

/** Returns the condition that a message reports the change. */
function reportsOf({ bookingId, at }: EventRow): SQL | undefined {
  return and(
    eq(messages.bookingId, bookingId),
    eq(messages.createdAt, at),
    inArray(messages.kind, REPORTING_KINDS),
  )
}

/**
 * Returns whether a message about the change has been sent. A reminder counts, because it names the new time.
 */
function wasAnnounced(ctx: Ctx, change: EventRow): boolean {
  const isTried = or(gt(messages.attempts, 0), notInArray(messages.status, ['queued', 'muted']))
  const isReminder = and(eq(messages.kind, 'reminder'), gte(messages.createdAt, change.at))
  const isOfBooking = eq(messages.bookingId, change.bookingId)
  const announces = and(isOfBooking, or(isReminder, and(reportsOf(change), isTried)))
  return ctx.db.select().from(messages).where(announces).get() !== undefined
}
