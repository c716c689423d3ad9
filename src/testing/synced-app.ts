import { decideBooking } from '../booking/decisions.ts'
import { pullWhenDue } from '../erp/pull-schedule.ts'
import { erpTransport } from '../erp/push-transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { writeSettings } from '../practice/settings.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from './bookings.ts'
import { listenAs } from './loopback.ts'
import { openOdooSimulator } from './simulators/odoo.ts'
import { openTestApp } from './test-app.ts'

export type SyncedApp = Awaited<ReturnType<typeof openSyncedApp>>

/** Opens the app synchronised with a simulated Odoo. */
export async function openSyncedApp(options: Parameters<typeof openOdooSimulator>[0] = {}) {
  // The simulator listens on a loopback port, which is a private target.
  const app = openTestApp({ config: { allowPrivateTargets: true } })
  const ports = { resolveHost: async () => [], log: app.log }
  const connect = async () => {
    const odoo = openOdooSimulator(options)
    writeSettings(app.ctx(), 'odoo', {
      ODOO_URL: await listenAs(odoo),
      ODOO_DB: 'praxis',
      ODOO_USER: 'ordi',
      ODOO_PASS: 'demo-key',
    })
    return odoo
  }
  return {
    ...app,
    ports,
    odoo: await connect(),
    /** Points the settings at a new Odoo. */
    connectToAnother: connect,
    push: () => deliverDue(app.ctx, erpTransport(ports), app.log),
    pull: () => pullWhenDue(app.ctx, ports),
    /** Returns the queued and past pushes, oldest first. */
    pushes: () =>
      app.rows<{ status: string; error: string | null }>(
        `select status, error from messages where channel = 'erp' order by id`,
      ),
    countBusyTimes: () => app.rows(`select 1 from absences where kind = 'erp'`).length,
    /** Inserts a request for this time on 12 January, and confirms it. Returns its id. */
    insertConfirmed: (time = '08:30') => {
      const startsAt = Date.parse(`2027-01-12T${time}:00+01:00`)
      const { id } = insertBooking(app.ctx().db, { startsAt, endsAt: startsAt + 30 * MINUTE })
      decideBooking(app.ctx(), id, { decision: 'confirm' })
      return id
    },
  }
}
