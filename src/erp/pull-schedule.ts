import { like, max } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { inTurn } from '../db/in-turn.ts'
import { erpState, settings } from '../db/schema.ts'
import { findFault } from '../messaging/outbox/faults.ts'
import { isWithin, MINUTE } from '../shared/day.ts'
import { clearActivities } from './activities.ts'
import { connectOdoo, disconnectOdoo } from './odoo.ts'
import type { Odoo } from './odoo-connection.ts'
import { OdooError } from './odoo-faults.ts'
import { pullBusyTimes } from './pull.ts'
import { queueMissed, resumePushes } from './push-queue.ts'
import {
  type ErpPorts,
  isSyncOn,
  makePullDue,
  readErpState,
  sourceOfOdoo,
  startSyncWhenNew,
  stopSync,
} from './sync.ts'

/**
 * Milliseconds between two readings of busy times. It is a little less than the five minutes of the job,
 * which is not exact.
 */
const PULL_EVERY_MS = 5 * MINUTE - 10_000

/**
 * Reads busy times if the last reading is five minutes old or the settings were saved since then. If the
 * synchronisation is off, frees the stored busy times. A failure is stored and logged, and the busy times
 * from before remain.
 * @returns whether they were read
 */
export async function pullWhenDue(ctx: () => Ctx, ports: ErpPorts): Promise<boolean> {
  if (!isSyncOn(ctx())) {
    stopSync(ctx())
    return false
  }
  return isPullDue(ctx()) && pullNow(ctx, ports)
}

/** Returns whether the settings are new, or the last reading is older than `PULL_EVERY_MS`. */
function isPullDue(ctx: Ctx): boolean {
  const state = readErpState(ctx)
  if (state === undefined || state.source !== sourceOfOdoo(ctx)) return true
  const lastSave = ctx.db
    .select({ at: max(settings.updatedAt) })
    .from(settings)
    .where(like(settings.name, 'odoo.%'))
    .get()
  return (
    !isWithin(ctx.now, { since: state.triedAt, lengthMs: PULL_EVERY_MS }) ||
    (lastSave?.at ?? 0) > state.triedAt
  )
}

/**
 * Reads busy times at once, for a staff member who waits for them, or after a reading that has begun, because
 * otherwise the older busy times could be stored last. A failure is stored and logged.
 * @returns whether they were read
 */
export function pullNow(ctx: () => Ctx, ports: ErpPorts): Promise<boolean> {
  return inTurn(ctx().db, 'read busy times of Odoo', () => pullOnce(ctx, ports))
}

/** Reads busy times while no other reading runs. @returns whether they were read */
async function pullOnce(ctx: () => Ctx, { resolveHost, log }: ErpPorts): Promise<boolean> {
  if (!isSyncOn(ctx())) return false
  const source = startSyncWhenNew(ctx())
  const lastError = readErpState(ctx())?.pullError ?? null
  ctx().db.update(erpState).set({ triedAt: ctx().now }).run()
  try {
    const odoo = await connectOdoo(ctx(), resolveHost)
    await pullBusyTimes(ctx, odoo, source)
    catchUp(ctx(), odoo, { wasAway: lastError !== null })
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

/** The connections over which a reading has succeeded. A start and new settings open a new connection. */
const usedConnections = new WeakSet<Odoo>()

/** Brings Odoo up to date after a successful reading if Odoo was, or may have been, away before. */
function catchUp(ctx: Ctx, odoo: Odoo, { wasAway }: Readonly<{ wasAway: boolean }>): void {
  const mayHaveMissed = wasAway || !usedConnections.has(odoo)
  usedConnections.add(odoo)
  if (mayHaveMissed) queueMissed(ctx)
  if (mayHaveMissed || findFault(ctx, 'erp') !== undefined) resumePushes(ctx)
}

/**
 * Makes the reading of busy times due at once, because a resource is new or has another user in Odoo. After
 * the reading, bookings whose events are in the wrong calendar are pushed (docs/behaviour.md 17.18).
 */
export function makePullDueForNewUser(ctx: Ctx): void {
  if (!isSyncOn(ctx)) return
  // The present connection caches the partners of users. A new one makes the next reading push what Odoo has
  // missed.
  disconnectOdoo()
  makePullDue(ctx)
}
