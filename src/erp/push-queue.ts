import { and, eq, gt, inArray, isNull, ne, not, or } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Booking, bookings, erpEvents, messages, resources } from '../db/schema.ts'
import { forgetFault } from '../messaging/outbox/faults.ts'
import { requeueFailures } from '../messaging/outbox/retry.ts'
import { delayWaitingMessages, queueOnce } from '../messaging/outbox/waiting.ts'
import { fullDayTime } from '../shared/format.ts'
import { isSyncOn } from './sync.ts'

/**
 * Queues a push of the booking to Odoo. Call it in the transaction of the change. One queued push is enough,
 * because it writes the booking as it is when the push runs.
 */
export function queueErpPush(ctx: Ctx, booking: Pick<Booking, 'id' | 'startsAt'>): void {
  if (!isSyncOn(ctx)) return
  queueOnce(ctx, {
    channel: 'erp',
    kind: 'erp-push',
    recipient: 'Odoo',
    subject: `Termin: ${fullDayTime(booking.startsAt)}`,
    text: '',
    bookingId: booking.id,
  })
}

/** Returns the ids of the bookings with a push that is queued or running. */
export function idsOfPendingBookings(ctx: Ctx): ReadonlySet<string> {
  const pending = ctx.db
    .select({ bookingId: messages.bookingId })
    .from(messages)
    .where(and(eq(messages.channel, 'erp'), inArray(messages.status, ['queued', 'sending'])))
    .all()
  // A push always has a booking, which the type of the column does not say.
  return new Set(pending.flatMap(({ bookingId }) => bookingId ?? []))
}

/** Lists the coming confirmed bookings without an event in Odoo and without a pending push. */
export function listUnsynced(ctx: Ctx): Booking[] {
  const pendingIds = idsOfPendingBookings(ctx)
  return ctx.db
    .select()
    .from(bookings)
    .leftJoin(erpEvents, eq(erpEvents.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        gt(bookings.startsAt, ctx.now),
        or(isNull(erpEvents.bookingId), eq(erpEvents.active, false)),
      ),
    )
    .all()
    .map((row) => row.bookings)
    .filter(({ id }) => !pendingIds.has(id))
}

/**
 * Queues everything that Odoo has missed: failed pushes, and bookings that differ there. Bookings that were
 * never queued wait for the first synchronisation.
 */
export function queueMissed(ctx: Ctx): void {
  inTx(ctx, () => {
    requeueFailures(ctx, 'erp')
    const pendingIds = idsOfPendingBookings(ctx)
    const bookingsToPush = listOutdated(ctx).filter(({ id }) => !pendingIds.has(id))
    for (const booking of bookingsToPush) queueErpPush(ctx, booking)
  })
}

/**
 * Lists the bookings whose event in Odoo is outdated, as far as Ordi knows: moved, cancelled or confirmed
 * again without a successful push, or in the wrong calendar.
 */
function listOutdated(ctx: Ctx): Booking[] {
  const isMoved = or(ne(erpEvents.startsAt, bookings.startsAt), ne(erpEvents.endsAt, bookings.endsAt))
  const isElsewhere = and(gt(bookings.startsAt, ctx.now), ne(erpEvents.odooUser, resources.odooUser))
  const isConfirmed = eq(bookings.status, 'confirmed')
  return ctx.db
    .select()
    .from(erpEvents)
    .innerJoin(bookings, eq(bookings.id, erpEvents.bookingId))
    .leftJoin(resources, eq(resources.id, bookings.resourceId))
    .where(
      or(
        and(isConfirmed, or(eq(erpEvents.active, false), isMoved, isElsewhere)),
        and(not(isConfirmed), eq(erpEvents.active, true)),
      ),
    )
    .all()
    .map((row) => row.bookings)
}

/** Makes all queued pushes due at once, because the cause of a pause is, or may be, fixed. */
export function resumePushes(ctx: Ctx): void {
  forgetFault(ctx, 'erp')
  delayWaitingMessages(ctx, eq(messages.channel, 'erp'), ctx.now)
}

/** Queues every coming confirmed booking that Odoo does not have yet. @returns their number */
export function queueFirstSync(ctx: Ctx): number {
  return inTx(ctx, () => {
    const unsynced = listUnsynced(ctx)
    for (const booking of unsynced) queueErpPush(ctx, booking)
    return unsynced.length
  })
}
