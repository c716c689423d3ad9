import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ResolveHost } from '../access/guarded-call.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { erpEvents, erpState, messages } from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import type { Log } from '../log.ts'
import { suppressWaitingMessages } from '../messaging/outbox/waiting.ts'
import { readSettings } from '../practice/settings.ts'
import { forgetConflicts } from '../schedule/busy-conflicts.ts'
import { dropBusyTimes } from '../schedule/busy-times.ts'
import { type ResourceInterval, recordFreedTime } from '../schedule/freed-times.ts'
import { disconnectOdoo, isOdooSetUp } from './odoo.ts'
import { odooBaseUrl } from './odoo-address.ts'

/**
 * This module decides whether the synchronisation with Odoo is on, and stores its state (docs/behaviour.md,
 * section 17).
 */

/** Access to the network and the log. */
export type ErpPorts = Readonly<{ resolveHost: ResolveHost; log: Log }>

/** The value of `triedAt` that makes the next reading of busy times due at once. */
const NEVER_TRIED = 0

/** The reason why a queued push is given up, as the outbox shows it. */
export const SYNC_OFF = 'Die Übertragung an Odoo ist abgeschaltet.'

/** Returns whether the connection is set up and the synchronisation is switched on. */
export function isSyncOn(ctx: Ctx): boolean {
  return isOdooSetUp(ctx) && readSettings(ctx, 'odoo').odoo_sync
}

/**
 * Ensures that the stored state is about the Odoo of the settings. Deletes what is stored about another Odoo.
 * @returns the fingerprint of the Odoo of the settings
 */
export function startSyncWhenNew(ctx: Ctx): string {
  const source = sourceOfOdoo(ctx)
  if (readErpState(ctx)?.source === source) return source
  inTx(ctx, () => {
    if (readErpState(ctx) !== undefined) {
      // Event ids mean nothing in another Odoo, so everything stored about the former one is deleted.
      freeBusyTimes(ctx)
      ctx.db.delete(erpEvents).run()
      ctx.db.delete(erpState).run()
    }
    ctx.db.insert(erpState).values({ id: 1, source, triedAt: NEVER_TRIED }).run()
  })
  return source
}

/** Makes the reading of busy times due at once. */
export function makePullDue(ctx: Ctx): void {
  ctx.db.update(erpState).set({ triedAt: NEVER_TRIED }).run()
  wake(ctx, 'busy times')
}

/**
 * Frees the busy times for the waiting list, and gives up queued pushes. Changes nothing in Odoo, and keeps
 * the stored ids of its events.
 */
export function stopSync(ctx: Ctx): void {
  if (readErpState(ctx) === undefined) return
  inTx(ctx, () => {
    recordFreedTime(ctx, freeBusyTimes(ctx))
    ctx.db.delete(erpState).run()
    suppressWaitingMessages(ctx, eq(messages.channel, 'erp'), SYNC_OFF)
  })
  disconnectOdoo()
}

/** Deletes the busy times and the records of their conflicts. Returns the busy times. */
function freeBusyTimes(ctx: Ctx): ResourceInterval[] {
  forgetConflicts(ctx, 'erp')
  return dropBusyTimes(ctx, { kind: 'erp' })
}

/** Returns the state of the synchronisation; undefined while it is off or has never run. */
export function readErpState(ctx: Ctx): typeof erpState.$inferSelect | undefined {
  return ctx.db.select().from(erpState).get()
}

/** Returns the fingerprint of the Odoo of the settings: its URL and database. */
export function sourceOfOdoo(ctx: Ctx): string {
  const { ODOO_URL, ODOO_DB } = readSettings(ctx, 'odoo')
  return createHash('sha256')
    .update(JSON.stringify([odooBaseUrl(ODOO_URL).toLowerCase(), ODOO_DB]))
    .digest('hex')
}
