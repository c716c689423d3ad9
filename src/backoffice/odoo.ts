import { and, asc, count, desc, eq, gt, isNotNull, isNull, max } from 'drizzle-orm'
import { bookingSubject, recordAudit } from '../access/audit.ts'
import { getBooking } from '../booking/bookings.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { bookings, erpEvents, messages } from '../db/schema.ts'
import { idsOfPendingBookings, listUnsynced, queueErpPush, queueFirstSync } from '../erp/push-queue.ts'
import { isSyncOn, readErpState, SYNC_OFF } from '../erp/sync.ts'
import { retryMessage } from '../messaging/outbox/retry.ts'
import { outboxState } from '../messaging/outbox/state.ts'
import { listBusyConflicts } from '../schedule/busy-conflicts.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'

const PUSHES = eq(messages.channel, 'erp')
/** An emptied push is no longer sent. */
const WAITING_PUSHES = and(PUSHES, eq(messages.status, 'queued'), isNull(messages.emptied))

/** The state of the synchronisation with Odoo. */
export type ErpStatus = ReturnType<typeof readErpStatus>

/** Reads the state of the synchronisation with Odoo. */
export function readErpStatus(ctx: Ctx) {
  const state = readErpState(ctx)
  return {
    on: isSyncOn(ctx),
    /** Null until busy times were read for the first time. */
    pulledAt: state?.pulledAt ?? null,
    pullError: state?.pullError ?? null,
    pushedAt: lastPushAt(ctx) ?? null,
    /** Sentence that says why Odoo refused a waiting booking at the last attempt. */
    pushError: lastRefusal(ctx) ?? null,
    /** Pushes that wait in the queue. */
    waiting: countWaiting(ctx),
    /** Pushes that were given up, as the outbox counts them. */
    failed: outboxState(ctx).erp.failed,
    /** Coming confirmed bookings that Odoo does not have. */
    unsynced: listUnsynced(ctx).length,
    conflicts: listBusyConflicts(ctx, 'erp'),
    changes: listErpChanges(ctx),
  }
}

/** Returns the instant of the last push that Odoo accepted. */
function lastPushAt({ db }: Ctx) {
  const sentPushes = and(PUSHES, eq(messages.status, 'sent'))
  return db
    .select({ at: max(messages.sentAt) })
    .from(messages)
    .where(sentPushes)
    .get()?.at
}

/** Returns why Odoo refused the newest waiting push that was tried. */
function lastRefusal({ db }: Ctx) {
  return db
    .select({ error: messages.error })
    .from(messages)
    .where(and(WAITING_PUSHES, isNotNull(messages.error)))
    .orderBy(desc(messages.id))
    .limit(1)
    .get()?.error
}

function countWaiting({ db }: Ctx): number {
  return db.select({ count: count() }).from(messages).where(WAITING_PUSHES).get()?.count ?? 0
}

/**
 * Lists the coming confirmed bookings whose event the doctor has moved or removed in Odoo, by their start
 * here. `startsAt` is the start of a moved event in Odoo. Bookings with a queued push are left out, because
 * it makes both sides equal.
 */
export function listErpChanges(ctx: Ctx) {
  const pending = idsOfPendingBookings(ctx)
  return (
    ctx.db
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
      // The query finds no null, but only this tells the type.
      .flatMap(({ change, ...row }) => (change === null ? [] : [{ ...row, change }]))
  )
}

/**
 * Queues a push that restores the booking's time in Odoo, after the doctor has changed the event there.
 * @throws Problem 'not found'; conflict while the synchronisation is off
 */
export function restoreErpEvent(ctx: Ctx, bookingId: string): void {
  inTx(ctx, () => {
    const booking = getBooking(ctx, bookingId)
    assertSyncOn(ctx)
    queueErpPush(ctx, booking)
    // The push sends the event a second time, so the audit says the same as of a message.
    recordAudit(ctx, 'message-resent', bookingSubject(booking.id))
  })
}

/**
 * Puts a push that has failed or was suppressed into the queue again.
 * @param id of the push in the outbox
 * @throws Problem like `retryMessage`; conflict while the synchronisation is off
 */
export function retryErpPush(ctx: Ctx, id: number): void {
  assertSyncOn(ctx)
  retryMessage(ctx, 'erp', id)
}

/**
 * Queues all coming confirmed bookings that Odoo does not have.
 * @returns the number of these bookings
 * @throws Problem conflict while the synchronisation is off
 */
export function startFirstSync(ctx: Ctx): number {
  assertSyncOn(ctx)
  return queueFirstSync(ctx)
}

function assertSyncOn(ctx: Ctx): void {
  if (!isSyncOn(ctx)) throw new Problem('conflict', {}, SYNC_OFF)
}
