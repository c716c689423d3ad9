import { erpTransport } from '../erp/push-transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from './bookings.ts'
import { listenAs } from './loopback.ts'
import { openOdooSimulator } from './simulators/odoo.ts'
import { openTestApp } from './test-app.ts'

/** Opens the app with calls about a simulated Odoo. */
export async function openOdooApp() {
  const odoo = openOdooSimulator()
  const resolveHost = async () => []
  const app = openTestApp({ config: { allowPrivateTargets: true }, ports: { resolveHost } })
  writeSettings(app.ctx(), 'odoo', {
    ODOO_URL: await listenAs(odoo),
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
  })
  const doctor = app.admin()
  /** Delivers the queued pushes to the simulated Odoo. */
  const push = () => deliverDue(app.ctx, erpTransport({ resolveHost, log: app.log }), app.log)
  /** Queues a push of every coming appointment, as the practice does at first. @returns the answer */
  const firstSync = async () => (await doctor.post('/api/admin/odoo/first-sync')).json
  return {
    ...app,
    odoo,
    doctor,
    push,
    firstSync,
    readStatus: async () => (await doctor.get('/api/admin/odoo')).json,
    pull: async () => (await doctor.post('/api/admin/odoo/pull')).json,
    switchSyncOff: () => writeSettings(app.ctx(), 'odoo', { odoo_sync: false }),
    /** Pushes a confirmed booking of 12 January, 08:30, to Odoo. `event` is the id of its event there. */
    syncBooking: async () => {
      const booking = insertBooking(app.ctx().db, { status: 'confirmed' })
      await firstSync()
      await push()
      const [event] = odoo.events()
      if (event === undefined) throw new Error('no event in Odoo')
      return { ...booking, event: event.id }
    },
  }
}

export type OdooApp = Awaited<ReturnType<typeof openOdooApp>>
