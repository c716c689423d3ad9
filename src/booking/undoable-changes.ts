import { and, eq, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Booking, events, type GivenUpTime, messages, type Undoable } from '../db/schema.ts'
import { listSeries } from '../db/series-rows.ts'
import { delayWaitingMessages } from '../messaging/outbox/waiting.ts'
import type { Instant } from '../shared/day.ts'
import { type EventRow, findLastChange, findLastEvent } from './events.ts'

/**
 * This module lets the practice undo what it changes (docs/behaviour.md 8.19). The event of the change stores
 * the earlier state of the booking, and until when undo.ts can restore it. Until then all messages about the
 * booking are delayed.
 */

/** Milliseconds for which the practice can undo a change. */
export const UNDO_MS = 10_000
/** The sentence that the practice reads while a change can be undone. */
export const SENT_LATER = `Die Nachricht geht in ${UNDO_MS / 1000} Sekunden hinaus.`

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
 * Releases the messages that the last change has delayed, so that they are sent before those of the next
 * change. A message about a series is stored with one of its appointments, so the messages of all
 * appointments changed together are released.
 */
export function endUndo(ctx: Ctx, booking: Booking): void {
  const change = findLastChange(ctx, booking.id)
  if (change === undefined || isChangeFinal(ctx, change)) return
  for (const { id } of [booking, ...listChangedTogether(ctx, booking, change)])
    releaseMessages(ctx, { ...change, bookingId: id })
}

/**
 * Makes the booking's last change final before `UNDO_MS` have passed, because somebody relies on it. Must run
 * inside a transaction.
 */
export function makeFinal(ctx: Ctx, booking: Booking): void {
  const change = findLastChange(ctx, booking.id)
  if (change === undefined || isChangeFinal(ctx, change)) return
  endUndo(ctx, booking)
  ctx.db.update(events).set({ undoUntil: ctx.now }).where(eq(events.id, change.id)).run()
}

/**
 * Lists the appointments of the booking's series that were changed together with it, including the booking
 * itself; none if the change is not undoable.
 */
export function listChangedTogether(
  ctx: Ctx,
  booking: Booking,
  { kind, at, undoUntil }: EventRow,
): Booking[] {
  if (undoUntil === null) return []
  const isSameChange = and(eq(events.kind, kind), eq(events.at, at), eq(events.undoUntil, undoUntil))
  return listSeries(ctx, booking).filter((each) => findLastEvent(ctx, each.id, isSameChange) !== undefined)
}

/** Makes the messages due now that `allowUndo` has delayed for the change. */
export function releaseMessages(ctx: Ctx, { bookingId, undoUntil }: EventRow): void {
  const isDelayed = and(eq(messages.bookingId, bookingId), eq(messages.dueAt, undoUntil ?? 0))
  delayWaitingMessages(ctx, isDelayed, ctx.now)
}

/** Returns whether a change can no longer be undone, or never could be. */
export function isChangeFinal({ now }: Ctx, { undoUntil }: EventRow): boolean {
  return undoUntil === null || undoUntil <= now
}
