import type { Outcome, Transport } from '../messaging/outbox/deliver.ts'
import { MINUTE } from '../shared/day.ts'
import { connectOdoo, disconnectOdoo } from './odoo.ts'
import { OdooError, type OdooFaultKind } from './odoo-client.ts'
import { pushBooking } from './push.ts'
import { type ErpPorts, isSyncOn, startSyncWhenNew } from './sync.ts'

/** More than all calls of a push take together when each just keeps to its time-out. */
const LEASE = 5 * MINUTE

const RESULTS: Readonly<Record<OdooFaultKind, Outcome['result']>> = {
  settings: 'configuration',
  temporary: 'temporary',
  // The record was deleted between two calls: the next attempt looks for it anew.
  missing: 'temporary',
  permanent: 'failed',
}

/** Brings bookings to Odoo. An interrupted push is repeated: it looks for what is there before it creates anything. */
export function erpTransport({ resolveHost, log }: ErpPorts): Transport {
  return {
    channel: 'erp',
    leaseMs: LEASE,
    atMostOnce: false,
    isReady: isSyncOn,
    async send(ctx, row) {
      const about = { channel: 'erp', message: row.logUuid, attempt: row.attempts }
      try {
        startSyncWhenNew(ctx())
        const odoo = await connectOdoo(ctx(), resolveHost)
        if (row.bookingId !== null) await pushBooking(ctx, odoo, row.bookingId)
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
