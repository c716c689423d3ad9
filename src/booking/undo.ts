import { and, eq, gt, gte, inArray, lt, notInArray, or, type SQL } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, events, type GivenUp, messages, type Undoable } from '../db/schema.ts'
import { listSeries } from '../db/series-rows.ts'
import { queueErpPush } from '../erp/sync.ts'
import { delayMessages, deleteMessages } from '../messaging/outbox/waiting.ts'
import { reserveAbsences, uncoverAbsences } from '../schedule/absence-occupations.ts'
import { recordFreedTime } from '../schedule/freed-times.ts'
import {
  findReservation,
  tryMoveReservation,
  tryReserveAgain,
  tryReserveMove,
} from '../schedule/occupations.ts'
import type { Instant, Interval } from '../shared/day.ts'
import type { MessageKind } from '../shared/messages/message-kinds.ts'
import { Problem } from '../shared/problems.ts'
import { alreadyDecided, changeBooking, deleteBooking, getBooking } from './bookings.ts'
import { type EventRow, findLastChange, findLastEvent, recordEvent } from './events.ts'
import { reopenWaitingFor, withdrawOfferTo } from './waiting-list.ts'

/**
 * Milliseconds for which the practice can take a decision back. Its messages wait as long (docs/behaviour.md
 * 8.19).
 */
export const UNDO_MS = 10_000
export const TOLD_LATER = `Die Nachricht geht in ${UNDO_MS / 1000} Sekunden hinaus.`

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
 * Makes the booking's last change undoable: stores the booking as it was before, and delays what waits to be
 * sent about it. Earlier messages wait too, because the worker suppresses for good what the change has made
 * untrue, and undoing makes it true again. Must run in the transaction of the change.
 * @param before the row from before the change
 * @param givenUp the time that a cancellation has freed
 * @returns instant until which the change can be undone
 */
export function makeUndoable(ctx: Ctx, before: Booking, givenUp?: GivenUp): Instant {
  return allowUndo(ctx, before.id, { ...undoable(before), ...(givenUp && { givenUp: timeOf(givenUp) }) })
}

function timeOf({ resourceId, startsAt, endsAt }: GivenUp): GivenUp {
  return { resourceId, startsAt, endsAt }
}

/**
 * Makes appointments that the practice has just entered undoable, all of them together. Must run in the
 * transaction that enters them.
 * @returns instant until which they can be taken back
 */
export function makeEntryUndoable(ctx: Ctx, entered: readonly Booking[]): Instant {
  for (const { id } of entered) allowUndo(ctx, id, null)
  return ctx.now + UNDO_MS
}

/** @param before null for a booking that did not exist before the change */
function allowUndo(ctx: Ctx, id: string, before: EventRow['before']): Instant {
  const change = findLastChange(ctx, id) as EventRow
  const undoUntil = ctx.now + UNDO_MS
  ctx.db.update(events).set({ undoUntil, before }).where(eq(events.id, change.id)).run()
  delayMessages(ctx, and(eq(messages.bookingId, id), lt(messages.dueAt, undoUntil)), undoUntil)
  return undoUntil
}

/**
 * Returns the columns to restore. They contain no data of the patient. The fingerprint of the origin is not
 * restored either, because the first answer deletes it (docs/behaviour.md 16.6).
 */
function undoable(booking: Booking): Undoable {
  const { status, startsAt, endsAt, resourceId, moveToAt, moveToResourceId, ...rest } = booking
  const { moveAskedAt, moves, remindedAt } = rest
  const { attendance, answeredAfterMs, cancelledBy, cancelledAheadMs, fromWaitingList } = booking
  const asked = { moveToAt, moveToResourceId, moveAskedAt }
  const times = { startsAt, endsAt, resourceId, ...asked, moves, remindedAt }
  const figures = { attendance, answeredAfterMs, cancelledBy, cancelledAheadMs, fromWaitingList }
  return { status, ...times, ...figures }
}

/**
 * Takes back a confirmation, a move, a cancellation or an entry: restores the booking, with the move that its
 * patient asked for then, or deletes what was entered; deletes the messages about the change, and sends the
 * earlier ones that have waited. What was changed together with the booking, such as its series, is taken
 * back too.
 * @returns the booking as it is now; an entered one as it was
 * @throws Problem 'not found'; already_decided when the booking is neither confirmed, moved nor cancelled;
 * too_late when `UNDO_MS` have passed, a message has been claimed or a part of the series was changed again;
 * slot_taken when the earlier time is occupied
 */
export function undoDecision(ctx: Ctx, id: string): Booking {
  return inTx(ctx, () => {
    const booking = getBooking(ctx, id)
    const change = findLastChange(ctx, id)
    const isMovedRequest = change?.kind === 'moved' && change.undoUntil !== null
    const isCancelled = change?.kind === 'cancelled' && change.undoUntil !== null
    if (booking.status !== 'confirmed' && !isMovedRequest && !isCancelled)
      throw alreadyDecided(booking, booking.status === 'requested' ? WAITS_AGAIN : undefined)
    if (change === undefined) throw isTold()
    const others = changedTogether(ctx, booking, change).filter((other) => other.id !== id)
    // Where two lie one after the other, the one whose earlier time is free goes first.
    const all = [booking, ...others].toSorted((a, b) => a.startsAt - b.startsAt)
    const movedFrom = change.before?.startsAt ?? booking.startsAt
    if (movedFrom > booking.startsAt) all.reverse()
    const undone = all.map((each) => undoOne(ctx, each))
    return undone[all.indexOf(booking)] as Booking
  })
}

/**
 * Returns the appointments of the series that were changed with this one, as far as a change can be undone.
 */
function changedTogether(ctx: Ctx, booking: Booking, { kind, at, undoUntil }: EventRow): Booking[] {
  if (undoUntil === null) return []
  return listSeries(ctx, booking).filter((each) => {
    const same = and(eq(events.kind, kind), eq(events.at, at), eq(events.undoUntil, undoUntil))
    return findLastEvent(ctx, each.id, same) !== undefined
  })
}

function undoOne(ctx: Ctx, booking: Booking): Booking {
  const { id } = booking
  const change = findLastChange(ctx, id)
  const before = change?.before ?? null
  const isEntered = change?.kind === 'entered'
  // A change that an earlier version of the program has made has no stored state.
  if (change === undefined || (before === null && !isEntered) || isOver(ctx, change)) throw isTold()
  if (hasMessageLeft(ctx, change)) throw isTold()
  recordAudit(ctx, 'booking-undone', bookingSubject(id))
  if (before === null) {
    deleteMessages(ctx, eq(messages.bookingId, id))
    deleteBooking(ctx, id)
    return booking
  }
  deleteMessages(ctx, messagesOf(change))
  releaseMessages(ctx, change)
  recordEvent(ctx, id, 'undone')
  const { givenUp, ...columns } = before
  if (givenUp !== undefined) standAgain(ctx, change, { ...before, givenUp })
  else if (before.startsAt !== booking.startsAt || before.resourceId !== booking.resourceId)
    moveBack(ctx, booking, before)
  const undone = changeBooking(ctx, id, columns)
  // An earlier push, which is not deleted, may have taken the new time to Odoo.
  if (undone.status === 'confirmed') queueErpPush(ctx, undone)
  return undone
}

function isTold(): Problem {
  return new Problem('too_late', {}, 'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.')
}

/** Reserves the earlier time, and the time that the patient asked for then, in place of the present time. */
function moveBack(ctx: Ctx, { id, startsAt: movedTo }: Booking, before: Undoable): void {
  const { startsAt, moveToAt } = before
  withdrawOfferTo(ctx, id)
  const freed = findReservation(ctx, id)
  // An absence may lie over a padding only.
  for (const start of [startsAt, moveToAt ?? startsAt])
    if (freed !== undefined) uncoverAbsences(ctx, shifted(freed, start - movedTo))
  const isBack = tryMoveReservation(ctx, id, startsAt - movedTo, before.resourceId)
  if (!isBack || !tryAskAgain(ctx, id, before)) throw new Problem('slot_taken', {}, GIVEN_AWAY)
  reserveAbsences(ctx)
  if (freed !== undefined) recordFreedTime(ctx, [freed])
}

/** Reserves the time of a cancelled booking again, and what else its cancellation has ended. */
function standAgain(
  ctx: Ctx,
  { bookingId: id, at }: EventRow,
  { startsAt, moveToAt, moveToResourceId, givenUp }: Undoable & Readonly<{ givenUp: GivenUp }>,
): void {
  const asked = moveToAt === null ? 0 : moveToAt - startsAt
  for (const by of [0, asked]) uncoverAbsences(ctx, shifted(givenUp, by))
  const isBack = tryReserveAgain(ctx, id, givenUp)
  if (!isBack || !tryAskAgain(ctx, id, { startsAt, moveToAt, moveToResourceId }))
    throw new Problem('slot_taken', {}, GIVEN_AWAY)
  reserveAbsences(ctx)
  reopenWaitingFor(ctx, id, at)
}

/**
 * Reserves the time again that the patient asked for, if there was one.
 * @returns false when it is occupied by now
 */
function tryAskAgain(
  ctx: Ctx,
  id: string,
  { startsAt, moveToAt, moveToResourceId }: Pick<Undoable, 'startsAt' | 'moveToAt' | 'moveToResourceId'>,
): boolean {
  const move = { by: (moveToAt ?? startsAt) - startsAt, resourceId: moveToResourceId }
  return moveToAt === null || tryReserveMove(ctx, id, move)
}

function shifted({ startsAt, endsAt }: Interval, by: number): Interval {
  return { startsAt: startsAt + by, endsAt: endsAt + by }
}

const GIVEN_AWAY = 'Die bisherige Zeit ist inzwischen vergeben: Das lässt sich nicht mehr rückgängig machen.'

const WAITS_AGAIN = 'Dieser Termin wartet schon wieder auf eine Entscheidung.'

/**
 * Makes due what waits for the last change, so that it leaves before the messages of a further change. One
 * message may be about several appointments of a series, and belongs to one of them.
 */
export function endUndo(ctx: Ctx, booking: Booking): void {
  const change = findLastChange(ctx, booking.id)
  if (change === undefined || isOver(ctx, change)) return
  for (const { id } of [booking, ...changedTogether(ctx, booking, change)])
    releaseMessages(ctx, { ...change, bookingId: id })
}

/** Makes due what `makeUndoable` has delayed for the change. */
function releaseMessages(ctx: Ctx, { bookingId, undoUntil }: EventRow): void {
  const isDelayed = and(eq(messages.bookingId, bookingId), eq(messages.dueAt, undoUntil ?? 0))
  delayMessages(ctx, isDelayed, ctx.now)
}

/** Returns whether a change can no longer be undone. It is true also for changes that were never undoable. */
function isOver({ now }: Ctx, { undoUntil }: EventRow): boolean {
  return undoUntil === null || undoUntil <= now
}

function messagesOf({ bookingId, at }: EventRow): SQL | undefined {
  return and(
    eq(messages.bookingId, bookingId),
    eq(messages.createdAt, at),
    inArray(messages.kind, REPORTING_KINDS),
  )
}

/**
 * Returns whether a message about the change has left. A reminder counts too, because it names the new time.
 */
function hasMessageLeft(ctx: Ctx, change: EventRow): boolean {
  const isTried = or(gt(messages.attempts, 0), notInArray(messages.status, ['queued', 'suppressed']))
  const isReminder = and(eq(messages.kind, 'reminder'), gte(messages.createdAt, change.at))
  const about = eq(messages.bookingId, change.bookingId)
  const left = and(about, or(isReminder, and(messagesOf(change), isTried)))
  return ctx.db.select().from(messages).where(left).get() !== undefined
}
