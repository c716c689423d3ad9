import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, isNull, like, max, ne, not, or } from 'drizzle-orm'
import type { ResolveHost } from '../access/guarded-call.ts'
import { type Ctx, inTx } from '../ctx.ts'
import {
  type Booking,
  bookings,
  erpEvents,
  erpState,
  type Message,
  messages,
  resources,
  settings,
} from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import type { Log } from '../log.ts'
import type { DeliveryOutcome, Transport } from '../messaging/outbox/deliver.ts'
import { findFault, forgetFault } from '../messaging/outbox/faults.ts'
import { requeueFailures } from '../messaging/outbox/retry.ts'
import { delayMessages, queueOnce, suppressMessages } from '../messaging/outbox/waiting.ts'
import { readSettings } from '../practice/settings.ts'
import { forgetConflicts } from '../schedule/busy-conflicts.ts'
import { dropBusyTimes } from '../schedule/busy-times.ts'
import { type ResourceInterval, recordFreedTime } from '../schedule/freed-times.ts'
import { isWithin, MINUTE } from '../shared/day.ts'
import { fullDayTime } from '../shared/format.ts'
import { clearActivities } from './activities.ts'
import { connectOdoo, disconnectOdoo, isOdooSetUp } from './odoo.ts'
import { baseUrl, type Odoo, OdooError, type OdooFaultKind } from './odoo-client.ts'
import { pullBusyTimes } from './pull.ts'
import { pushBooking } from './push.ts'

/**
 * This module decides when bookings are pushed to Odoo and busy times are read (docs/behaviour.md, section
 * 17).
 */

export type ErpPorts = Readonly<{ resolveHost: ResolveHost; log: Log }>

/**
 * Milliseconds until busy times are read again. It is less than the job's five minutes, because the job is
 * not exact.
 */
const PULL_EVERY = 5 * MINUTE - 10_000

export const SYNC_OFF = 'Die Übertragung an Odoo ist abgeschaltet.'

/** Returns whether the connection is set up and the synchronisation is switched on. */
export function isSyncOn(ctx: Ctx): boolean {
  return isOdooSetUp(ctx) && readSettings(ctx, 'odoo').odoo_sync
}

/**
 * Queues a push of the booking to Odoo. Call it in the transaction of the change. One waiting row is enough,
 * because a push takes the booking as it is when the push runs.
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

/** Returns the ids of the bookings with a push that waits or is under way. */
export function listPendingPushes(ctx: Ctx): Set<string | null> {
  const pending = ctx.db
    .select({ id: messages.bookingId })
    .from(messages)
    .where(and(eq(messages.channel, 'erp'), inArray(messages.status, ['queued', 'sending'])))
    .all()
  return new Set(pending.map(({ id }) => id))
}

/** Lists the coming confirmed bookings without an event in Odoo and without a queued push. */
export function listUnsynced(ctx: Ctx): Booking[] {
  const pending = listPendingPushes(ctx)
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
    .filter(({ id }) => !pending.has(id))
}

/**
 * Lists the bookings whose event in Odoo is not as Ordi wants it, as far as Ordi knows: moved, cancelled or
 * confirmed again without a push that has worked, or in the calendar of somebody else.
 */
function listDiffering(ctx: Ctx): Booking[] {
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

/**
 * Queues everything that Odoo has missed: pushes that have failed, and bookings that differ there. Bookings
 * that were never to be brought there wait for the first synchronisation.
 */
function queueMissed(ctx: Ctx): void {
  inTx(ctx, () => {
    requeueFailures(ctx, 'erp')
    const pending = listPendingPushes(ctx)
    for (const booking of listDiffering(ctx)) if (!pending.has(booking.id)) queueErpPush(ctx, booking)
  })
}

/** Makes everything that waits for Odoo due at once, because what has paused it is, or may be, mended. */
export function resumePushes(ctx: Ctx): void {
  forgetFault(ctx, 'erp')
  delayMessages(ctx, eq(messages.channel, 'erp'), ctx.now)
}

/** The connections over which a reading has worked; there is a new one after a start and new settings. */
const used = new WeakSet<Odoo>()

/** Brings Odoo up to date when a reading has worked, and Odoo was away before it or may have been. */
function catchUp(ctx: Ctx, odoo: Odoo, wasAway: boolean): void {
  const mayHaveMissed = wasAway || !used.has(odoo)
  used.add(odoo)
  if (mayHaveMissed) queueMissed(ctx)
  if (mayHaveMissed || findFault(ctx, 'erp') !== undefined) resumePushes(ctx)
}

/** Queues every coming confirmed booking that Odoo does not have yet. @returns their number */
export function queueFirstSync(ctx: Ctx): number {
  return inTx(ctx, () => {
    const unsynced = listUnsynced(ctx)
    for (const booking of unsynced) queueErpPush(ctx, booking)
    return unsynced.length
  })
}

/**
 * Reads busy times when the last reading is five minutes old or the settings were saved since then, and frees
 * them when the synchronisation is off. A failure is stored and logged; the times read last stay in force.
 * @returns whether they were read
 */
export async function pullWhenDue(ctx: () => Ctx, ports: ErpPorts): Promise<boolean> {
  if (!isSyncOn(ctx())) {
    stopSync(ctx())
    return false
  }
  return isPullDue(ctx()) && pullNow(ctx, ports)
}

/**
 * Makes the reading of busy times due at once, because another calendar in Odoo is somebody's now, or there
 * is a new resource. Pushes of the bookings whose events are elsewhere follow it (docs/behaviour.md 17.18).
 */
export function followOdooUsers(ctx: Ctx): void {
  if (!isSyncOn(ctx)) return
  ctx.db.update(erpState).set({ triedAt: 0 }).run()
  disconnectOdoo()
  wake(ctx, 'busy times')
}

/** Reads busy times at once, for a staff member who waits for them. @returns whether they were read */
export async function pullNow(ctx: () => Ctx, { resolveHost, log }: ErpPorts): Promise<boolean> {
  if (!isSyncOn(ctx())) return false
  const source = startSyncWhenNew(ctx())
  const wasAway = readErpState(ctx())?.pullError != null
  ctx().db.update(erpState).set({ triedAt: ctx().now }).run()
  try {
    const odoo = await connectOdoo(ctx(), resolveHost)
    await pullBusyTimes(ctx, odoo, source)
    catchUp(ctx(), odoo, wasAway)
    await clearActivities(odoo, log)
    return true
  } catch (error) {
    if (!(error instanceof OdooError)) throw error
    if (error.kind === 'settings') disconnectOdoo()
    ctx().db.update(erpState).set({ pullError: error.message }).run()
    log.warn({ fault: error.kind, detail: error.message }, 'busy times of Odoo could not be read')
    return false
  }
}

function isPullDue(ctx: Ctx): boolean {
  const state = readErpState(ctx)
  if (state === undefined || state.source !== sourceOf(ctx)) return true
  const saved = ctx.db
    .select({ at: max(settings.updatedAt) })
    .from(settings)
    .where(like(settings.name, 'odoo.%'))
    .get()
  return !isWithin(ctx.now, state.triedAt, PULL_EVERY) || (saved?.at ?? 0) > state.triedAt
}

/**
 * Deletes stored event ids of another Odoo than that of the settings.
 * @returns the fingerprint of the Odoo of the settings
 */
function startSyncWhenNew(ctx: Ctx): string {
  const source = sourceOf(ctx)
  if (readErpState(ctx)?.source === source) return source
  inTx(ctx, () => {
    if (readErpState(ctx) !== undefined) {
      // Event ids mean nothing in another Odoo, so everything stored about the old one goes.
      freeBusyTimes(ctx)
      ctx.db.delete(erpEvents).run()
      ctx.db.delete(erpState).run()
    }
    ctx.db.insert(erpState).values({ id: 1, source, triedAt: 0 }).run()
  })
  return source
}

/**
 * Frees the busy times, which the waiting list is offered, and gives up waiting pushes. Nothing changes in
 * Odoo, and the stored ids of its events stay.
 */
function stopSync(ctx: Ctx): void {
  if (readErpState(ctx) === undefined) return
  inTx(ctx, () => {
    recordFreedTime(ctx, freeBusyTimes(ctx))
    ctx.db.delete(erpState).run()
    suppressMessages(ctx, eq(messages.channel, 'erp'), SYNC_OFF)
  })
  disconnectOdoo()
}

function freeBusyTimes(ctx: Ctx): ResourceInterval[] {
  forgetConflicts(ctx, 'erp')
  return dropBusyTimes(ctx, { kind: 'erp' })
}

/** Returns undefined while the synchronisation is off. */
export function readErpState(ctx: Ctx): typeof erpState.$inferSelect | undefined {
  return ctx.db.select().from(erpState).get()
}

function sourceOf(ctx: Ctx): string {
  const { ODOO_URL, ODOO_DB } = readSettings(ctx, 'odoo')
  return createHash('sha256')
    .update(JSON.stringify([baseUrl(ODOO_URL).toLowerCase(), ODOO_DB]))
    .digest('hex')
}

/**
 * Makes the reading of busy times due at once when a push has worked and Odoo could not be reached before it.
 * What the doctor has entered during the outage would otherwise stay bookable for minutes.
 */
function readBusyTimesAfterOutage(ctx: Ctx, push: Pick<Message, 'error' | 'createdAt'>): void {
  const state = readErpState(ctx)
  if (state === undefined) return
  const isReadSince = state.pulledAt !== null && state.pulledAt >= push.createdAt
  const wasOut = state.pullError !== null || (push.error !== null && !isReadSince)
  if (!wasOut) return
  ctx.db.update(erpState).set({ triedAt: 0 }).run()
  wake(ctx, 'busy times')
}

/**
 * Milliseconds after which a push counts as interrupted. All calls of a push with their time-outs take less.
 */
const PUSH_LEASE = 5 * MINUTE

const RESULTS: Readonly<Record<OdooFaultKind, DeliveryOutcome['result']>> = {
  settings: 'configuration',
  away: 'away',
  temporary: 'temporary',
  // The record was deleted between two calls, so the next attempt looks for it again.
  missing: 'temporary',
  permanent: 'failed',
}

/**
 * Pushes bookings to Odoo. An interrupted push can be repeated, because it looks for existing records first.
 */
export function erpTransport({ resolveHost, log }: ErpPorts): Transport {
  return {
    channel: 'erp',
    leaseMs: PUSH_LEASE,
    atMostOnce: false,
    isReady: isSyncOn,
    async send(ctx, row) {
      const about = { channel: 'erp', message: row.logUuid, attempt: row.attempts }
      try {
        startSyncWhenNew(ctx())
        const odoo = await connectOdoo(ctx(), resolveHost)
        if (row.bookingId !== null) await pushBooking(ctx, odoo, row.bookingId)
        readBusyTimesAfterOutage(ctx(), row)
        log.info(about, 'booking was brought to Odoo')
        return { result: 'sent', error: null }
      } catch (error) {
        if (!(error instanceof OdooError)) {
          log.error({ ...about, err: error }, 'push to Odoo failed unexpectedly')
          return { result: 'temporary', error: 'Unerwarteter Fehler bei der Übertragung an Odoo.' }
        }
        if (error.kind === 'settings') disconnectOdoo()
        log.warn({ ...about, fault: error.kind, detail: error.message }, 'booking was not brought to Odoo')
        return { result: RESULTS[error.kind], error: error.message }
      }
    },
  }
}
