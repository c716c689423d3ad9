import type { Ctx } from '../ctx.ts'
import type { Message } from '../db/schema.ts'
import type { DeliveryOutcome, Transport } from '../messaging/outbox/transport.ts'
import { MINUTE } from '../shared/day.ts'
import { connectOdoo, disconnectOdoo } from './odoo.ts'
import { OdooError, type OdooFaultKind } from './odoo-faults.ts'
import { pushBooking } from './push.ts'
import { type ErpPorts, isSyncOn, makePullDue, readErpState, startSyncWhenNew } from './sync.ts'

/**
 * Milliseconds after which a push counts as interrupted. All calls of a push take less, even if each times
 * out.
 */
const PUSH_LEASE_MS = 5 * MINUTE

/** The result of a push, for the outbox, by the kind of the fault. */
const RESULT_OF_FAULT: Readonly<Record<OdooFaultKind, DeliveryOutcome['result']>> = {
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
    leaseMs: PUSH_LEASE_MS,
    atMostOnce: false,
    isReady: isSyncOn,
    async send(ctx, row) {
      const logFields = { channel: 'erp', message: row.logUuid, attempt: row.attempts }
      try {
        startSyncWhenNew(ctx())
        const odoo = await connectOdoo(ctx(), resolveHost)
        if (row.bookingId !== null) await pushBooking(ctx, odoo, row.bookingId)
        makePullDueAfterOutage(ctx(), row)
        log.info(logFields, 'booking was brought to Odoo')
        return { result: 'sent', error: null }
      } catch (error) {
        if (!(error instanceof OdooError)) {
          log.error({ ...logFields, err: error }, 'push to Odoo failed unexpectedly')
          return { result: 'temporary', error: 'Unerwarteter Fehler bei der Übertragung an Odoo.' }
        }
        if (error.kind === 'settings') disconnectOdoo()
        log.warn(
          { ...logFields, fault: error.kind, detail: error.message },
          'booking was not brought to Odoo',
        )
        return { result: RESULT_OF_FAULT[error.kind], error: error.message }
      }
    },
  }
}

/**
 * Makes the reading of busy times due at once when a push succeeds after an outage. Otherwise, times that the
 * doctor has entered meanwhile would stay bookable for minutes.
 */
function makePullDueAfterOutage(ctx: Ctx, push: Pick<Message, 'error' | 'createdAt'>): void {
  const state = readErpState(ctx)
  if (state === undefined) return
  const isReadSince = state.pulledAt !== null && state.pulledAt >= push.createdAt
  const wasOut = state.pullError !== null || (push.error !== null && !isReadSince)
  if (wasOut) makePullDue(ctx)
}
