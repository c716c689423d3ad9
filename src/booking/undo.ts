import { and, eq, gt, gte, inArray, lt, notInArray, or, type SQL } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, events, type GivenUpTime, messages, type Undoable } from '../db/schema.ts'
import { listSeries } from '../db/series-rows.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { delayWaitingMessages, deleteMessages } from '../messaging/outbox/waiting.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { releaseBooking } from '../schedule/reservations.ts'
import type { Instant } from '../shared/day.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { Problem } from '../shared/problems.ts'
import { alreadyDecidedProblem, changeBooking, deleteBooking, getBooking } from './bookings.ts'
import { moveToEarlierTime, reserveCancelledTime } from './earlier-time.ts'
import { reopenEntryForBooking } from './ended-entries.ts'
import { type EventRow, findLastChange, findLastEvent, recordEvent } from './events.ts'
import { withdrawOfferToMove } from './open-offers.ts'

/**
 * This module undoes what the practice has just changed (docs/behaviour.md 8.19). The event of the change
 * stores the earlier state of the booking, and until when the change can be undone. Until then all messages
 * about the booking are delayed.
 */

/** Milliseconds for which the practice can undo a change. */
export const UNDO_MS = 10_000
/** The sentence that the practice reads while a change can be undone. */
export const SENT_LATER = `Die Nachricht geht in ${UNDO_MS / 1000} Sekunden hinaus.`

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
 * Makes the booking's last change undoable: stores the earlier state, and delays the messages about the
 * booking. Must run in the transaction of the change.
 * @param before the row from before the change
 * @param givenUp the time that a cancellation has freed
 * @returns instant until which the change can be undone
 */
export function makeUndoable(ctx: Ctx, before: Booking, givenUp?: GivenUpTime): Instant {
  const columns = columnsToRestore(before)
  if (givenUp === undefined) return allowUndo(ctx, before.id, columns)
  const { resourceId, startsAt, endsAt } = givenUp
  return allowUndo(ctx, before.id, { ...columns, givenUp: { resourceId, startsAt, endsAt } })
}

/**
 * Makes entering these appointments undoable, all of them together. Must run in the transaction that enters
 * them.
 * @returns instant until which this can be undone
 */
export function makeEntryUndoable(ctx: Ctx, entered: readonly Booking[]): Instant {
  for (const { id } of entered) allowUndo(ctx, id, null)
  return ctx.now + UNDO_MS
}

/**
 * Stores with the booking's last change what an undo restores, and delays the messages about the booking.
 * @param before null for a booking that did not exist before the change
 * @returns instant until which the change can be undone
 */
function allowUndo(ctx: Ctx, id: string, before: EventRow['before']): Instant {
  // The event of the change has just been recorded.
  const change = findLastChange(ctx, id) as EventRow
  const undoUntil = ctx.now + UNDO_MS
  ctx.db.update(events).set({ undoUntil, before }).where(eq(events.id, change.id)).run()
  // Earlier messages are delayed too. The worker would suppress those that the change has made stale, but an
  // undo makes them valid again.
  delayWaitingMessages(ctx, and(eq(messages.bookingId, id), lt(messages.dueAt, undoUntil)), undoUntil)
  return undoUntil
}

/**
 * Returns the columns that an undo restores. The fingerprint of the origin is not among them, because the
 * first decision deletes it for good (docs/behaviour.md 16.6).
 */
function columnsToRestore(before: Booking): Undoable {
  return {
    status: before.status,
    startsAt: before.startsAt,
    endsAt: before.endsAt,
    resourceId: before.resourceId,
    moveToAt: before.moveToAt,
    moveToResourceId: before.moveToResourceId,
    moveAskedAt: before.moveAskedAt,
    moves: before.moves,
    remindedAt: before.remindedAt,
    attendance: before.attendance,
    answeredAfterMs: before.answeredAfterMs,
    cancelledBy: before.cancelledBy,
    cancelledAheadMs: before.cancelledAheadMs,
    fromWaitingList: before.fromWaitingList,
  }
}

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
export function undoDecision(ctx: Ctx, id: string): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const change = findLastChange(ctx, id)
    assertCanBeUndone(booking, change)
    const others = listChangedTogether(ctx, booking, change).filter((other) => other.id !== id)
    const movedFrom = change.before?.startsAt ?? booking.startsAt
    const toUndo = inOrderOfUndo([booking, ...others], movedFrom - booking.startsAt)
    const undone = toUndo.map((each) => undoOne(ctx, each))
    // The booking is one of those to undo.
    return undone[toUndo.indexOf(booking)] as Booking
  })
}

/** Refuses a booking whose status does not come from a change that can be undone. */
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
 * Lists the appointments of the booking's series that were changed together with it, including the booking
 * itself; none if the change is not undoable.
 */
function listChangedTogether(ctx: Ctx, booking: Booking, { kind, at, undoUntil }: EventRow): Booking[] {
  if (undoUntil === null) return []
  const isSameChange = and(eq(events.kind, kind), eq(events.at, at), eq(events.undoUntil, undoUntil))
  return listSeries(ctx, booking).filter((each) => findLastEvent(ctx, each.id, isSameChange) !== undefined)
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
  if (change === undefined || isFinal(ctx, change) || wasAnnounced(ctx, change)) throw tooLateToUndoProblem()
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

/**
 * Releases the messages that the last change has delayed, so that they are sent before those of the next
 * change. A message about a series is stored with one of its appointments, so the messages of all
 * appointments changed together are released.
 */
export function endUndo(ctx: Ctx, booking: Booking): void {
  const change = findLastChange(ctx, booking.id)
  if (change === undefined || isFinal(ctx, change)) return
  for (const { id } of [booking, ...listChangedTogether(ctx, booking, change)])
    releaseMessages(ctx, { ...change, bookingId: id })
}

/** Makes the messages due now that `allowUndo` has delayed for the change. */
function releaseMessages(ctx: Ctx, { bookingId, undoUntil }: EventRow): void {
  const isDelayed = and(eq(messages.bookingId, bookingId), eq(messages.dueAt, undoUntil ?? 0))
  delayWaitingMessages(ctx, isDelayed, ctx.now)
}

/** Returns whether a change can no longer be undone, or never could be. */
function isFinal({ now }: Ctx, { undoUntil }: EventRow): boolean {
  return undoUntil === null || undoUntil <= now
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
  const isTried = or(gt(messages.attempts, 0), notInArray(messages.status, ['queued', 'suppressed']))
  const isReminder = and(eq(messages.kind, 'reminder'), gte(messages.createdAt, change.at))
  const isOfBooking = eq(messages.bookingId, change.bookingId)
  const announces = and(isOfBooking, or(isReminder, and(reportsOf(change), isTried)))
  return ctx.db.select().from(messages).where(announces).get() !== undefined
}
