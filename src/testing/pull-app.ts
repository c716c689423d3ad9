import { type Booking, erpEvents, erpState } from '../db/schema.ts'
import { pullBusyTimes } from '../erp/pull.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { isoAt } from '../time/vienna.ts'
import { openPushApp } from './odoo-connection.ts'
import type { OdooOptions } from './simulators/odoo-server.ts'

const BUSY_TIMES = `select starts_at, ends_at from absences where kind = 'erp' order by starts_at`

/** Opens an app, and a simulated Odoo whose busy times `pull` reads. */
export async function openPullApp(options: OdooOptions = {}) {
  const app = await openPushApp(options)
  const { db } = app.ctx()
  db.insert(erpState).values({ id: 1, source: 'praxis', triedAt: 0 }).run()
  return {
    ...app,
    pull: () => pullBusyTimes(app.ctx, app.odoo, 'praxis'),
    /** Pushes a booking to Odoo, a second before whatever follows. */
    pushASecondBefore: async (booking: Booking) => {
      await app.push(booking)
      app.pass(1_000)
    },
    listBusyTimes: () =>
      app
        .rows<{ starts_at: number; ends_at: number }>(BUSY_TIMES)
        .map(({ starts_at, ends_at }) => [isoAt(starts_at), isoAt(ends_at)]),
    /** Returns the free times of a day, such as `08:00`. */
    freeTimesOn: (day: string) =>
      listFreeSlots(app.ctx(), day, 'folgebehandlung').starts.map((start) => isoAt(start).slice(11, 16)),
    /** Returns the recorded change of each of our events; null for an unchanged one. */
    listChanges: () => db.select().from(erpEvents).all().map(describeChange),
  }
}

function describeChange({ change, changedStartsAt }: typeof erpEvents.$inferSelect): string | null {
  if (change !== 'moved') return change
  return `moved to ${changedStartsAt === null ? 'whole days' : isoAt(changedStartsAt)}`
}
