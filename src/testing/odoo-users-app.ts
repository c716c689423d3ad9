import { pullNow, pullWhenDue } from '../erp/pull-schedule.ts'
import { queueErpPush } from '../erp/push-queue.ts'
import { erpTransport } from '../erp/push-transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from './bookings.ts'
import { listenAs } from './loopback.ts'
import { openOdooSimulator } from './simulators/odoo.ts'
import { OWN_PARTNER } from './simulators/odoo-store.ts'
import { openTestApp } from './test-app.ts'

/** The partner of the user that Ordi signs in as, whose calendar is the practice's. */
export const PRACTICE_PARTNER_ID = OWN_PARTNER

/**
 * Opens a practice whose Odoo has two users. `dr-b` is the user `b@ordi.example`, whose partner has the id
 * `partnerIdOfB`. `doctor-1` and the room `labor` have no user, so they have the practice's calendar.
 */
export async function openOdooUsersApp() {
  const app = openTestApp({ config: { allowPrivateTargets: true } })
  const odoo = openOdooSimulator()
  const partnerIdOfB = odoo.addUser('b@ordi.example')
  writeSettings(app.ctx(), 'odoo', {
    ODOO_URL: await listenAs(odoo),
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
  })
  const putResource = (id: string, values: object) => app.admin().put(`/api/admin/resources/${id}`, values)
  await putResource('dr-b', { name: 'Dr. B', odoo_user: 'b@ordi.example' })
  await putResource('labor', { name: 'Labor' })
  const ports = { resolveHost: async () => [], log: app.log }
  /** Runs the queued pushes. Returns the errors of all pushes so far, in their order; null for none. */
  const runPushes = async () => {
    await deliverDue(app.ctx, erpTransport(ports), app.log)
    // A pull leaves out events that were pushed at its own instant.
    app.pass(1_000)
    return app
      .rows<{ error: string | null }>(`select error from messages where channel = 'erp' order by id`)
      .map(({ error }) => error)
  }
  return {
    ...app,
    odoo,
    partnerIdOfB,
    ports,
    putResource,
    runPushes,
    /** Adds a confirmed appointment on 12 January, 08:30, which is not pushed yet. */
    addAppointment: (resourceId: string) => insertBooking(app.ctx().db, { status: 'confirmed', resourceId }),
    /** Pushes these bookings. Returns like `runPushes`. */
    push: (...bookings: readonly ReturnType<typeof insertBooking>[]) => {
      for (const booking of bookings) queueErpPush(app.ctx(), booking)
      return runPushes()
    },
    pull: () => pullNow(app.ctx, ports),
    pullWhenDue: () => pullWhenDue(app.ctx, ports),
    /** Enters an event in Odoo on the morning of this day. Returns its id. */
    enterEventOn: (day: string, partner_ids: number[]) =>
      odoo.enterEvent({ start: `${day} 07:00:00`, stop: `${day} 10:00:00`, partner_ids }),
    /** Returns the partners in whose calendars each event is. */
    listAttendees: () => odoo.events().map(({ partner_ids }) => partner_ids),
    /** Returns the days of the busy times, each with the resource that is busy; null stands for all. */
    listBusyDays: () =>
      app.rows<{ resource_id: string | null; day: string }>(
        `select resource_id, date(starts_at / 1000, 'unixepoch') day from absences where kind = 'erp'
         order by day, resource_id`,
      ),
  }
}
