import { and, asc, count, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { getBooking } from '../booking/bookings.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, erpEvents, messages } from '../db/schema.ts'
import { type ErpConflict, listErpConflicts } from '../erp/pull.ts'
import {
  isSyncOn,
  listPendingPushes,
  listUnsynced,
  queueErpPush,
  queueFirstSync,
  readErpState,
  SYNC_OFF,
} from '../erp/sync.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { DAY_LENGTH, type Instant } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'

/** What the doctor has done in Odoo with the event of a confirmed booking. */
type ErpChange = Readonly<{
  booking: Booking
  change: 'moved' | 'removed'
  /** Its times in Odoo now, for `moved`. */
  startsAt: Instant | null
}>

export type ErpStatus = Readonly<{
  on: boolean
  /** Null until busy times were read for the first time. */
  pulledAt: Instant | null
  pullError: string | null
  pushedAt: Instant | null
  /** Why a booking that waits was not accepted at the last attempt, as a sentence. */
  pushError: string | null
  /** Bookings that wait to be brought to Odoo, and those that were given up. */
  waiting: number
  failed: number
  /** Coming confirmed bookings that Odoo does not have. */
  unsynced: number
  conflicts: readonly ErpConflict[]
  changes: readonly ErpChange[]
}>

/** How the synchronisation with Odoo stands. */
export function readErpStatus(ctx: Ctx): ErpStatus {
  const state = readErpState(ctx)
  return {
    on: isSyncOn(ctx),
    pulledAt: state?.pulledAt ?? null,
    pullError: state?.pullError ?? null,
    pushedAt:
      ctx.db
        .select({ at: messages.sentAt })
        .from(messages)
        .where(and(eq(messages.channel, 'erp'), eq(messages.status, 'sent')))
        .orderBy(desc(messages.sentAt))
        .limit(1)
        .get()?.at ?? null,
    pushError:
      ctx.db
        .select({ error: messages.error })
        .from(messages)
        .where(and(eq(messages.channel, 'erp'), eq(messages.status, 'queued'), isNotNull(messages.error)))
        .orderBy(desc(messages.id))
        .limit(1)
        .get()?.error ?? null,
    waiting: countPushes(ctx, 'queued'),
    failed: countPushes(ctx, 'failed'),
    unsynced: listUnsynced(ctx).length,
    conflicts: listErpConflicts(ctx),
    changes: listErpChanges(ctx),
  }
}

/**
 * Events of coming confirmed bookings that the doctor has moved or removed in Odoo, in order of their start here. Without those
 * for which a push is queued, because it makes both sides equal.
 */
export function listErpChanges(ctx: Ctx): ErpChange[] {
  const pending = listPendingPushes(ctx)
  return ctx.db
    .select({ booking: bookings, change: erpEvents.change, startsAt: erpEvents.changedStartsAt })
    .from(erpEvents)
    .innerJoin(bookings, eq(bookings.id, erpEvents.bookingId))
    .where(
      and(
        isNotNull(erpEvents.change),
        eq(bookings.status, 'confirmed'),
        gt(bookings.endsAt, ctx.now),
        // Only starts are indexed; no appointment is longer than a day.
        gt(bookings.startsAt, ctx.now - DAY_LENGTH),
      ),
    )
    .orderBy(asc(bookings.startsAt))
    .all()
    .filter(({ booking }) => !pending.has(booking.id))
    .flatMap(({ change, ...row }) => (change === null ? [] : [{ ...row, change }]))
}

/**
 * Queues that the event in Odoo is as the booking says again, after the doctor has changed it there.
 * @throws Problem 'not found'; conflict while the synchronisation is off
 */
export function restoreErpEvent(ctx: Ctx, bookingId: string): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, bookingId)
    assertSyncOn(ctx)
    queueErpPush(ctx, booking)
    recordAudit(ctx, 'message-resent', bookingSubject(booking.id))
  })
}

/**
 * Puts a push that has failed or was suppressed into the queue again.
 * @throws Problem as `retryMessage`; conflict while the synchronisation is off
 */
export function retryErpPush(ctx: Ctx, id: number): void {
  assertSyncOn(ctx)
  retryMessage(ctx, 'erp', id)
}

/**
 * Queues all coming confirmed bookings that Odoo does not have.
 * @returns how many these are
 * @throws Problem conflict while the synchronisation is off
 */
export function startFirstSync(ctx: Ctx): number {
  assertSyncOn(ctx)
  return queueFirstSync(ctx)
}

function assertSyncOn(ctx: Ctx): void {
  if (!isSyncOn(ctx)) throw new Problem('conflict', {}, SYNC_OFF)
}

function countPushes(ctx: Ctx, status: 'queued' | 'failed'): number {
  return (
    ctx.db
      .select({ count: count() })
      .from(messages)
      .where(and(eq(messages.channel, 'erp'), eq(messages.status, status), isNull(messages.emptied)))
      .get()?.count ?? 0
  )
}
