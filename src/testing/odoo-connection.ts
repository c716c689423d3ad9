import { eq } from 'drizzle-orm'
import { type Booking, bookings } from '../db/schema.ts'
import { openOdoo } from '../erp/odoo-client.ts'
import type { Odoo } from '../erp/odoo-connection.ts'
import { pushBooking } from '../erp/push.ts'
import { insertBooking } from './bookings.ts'
import { listenAs } from './loopback.ts'
import { openOdooSimulator } from './simulators/odoo.ts'
import type { OdooOptions } from './simulators/odoo-server.ts'
import { openTestApp } from './test-app.ts'

/** Opens a simulated Odoo with these options, and a connection to it. */
export async function connectToSimulator(options: OdooOptions = {}) {
  const simulator = openOdooSimulator(options)
  const login = { url: await listenAs(simulator), database: 'praxis', user: 'ordi', password: 'demo-key' }
  const odoo = await openOdoo(login, { resolveHost: async () => [], allowPrivate: true })
  return { simulator, odoo }
}

/** Opens an app and a simulated Odoo with these options, to which bookings are pushed one by one. */
export async function openPushApp(options: OdooOptions = {}) {
  const app = openTestApp()
  const { simulator, odoo } = await connectToSimulator(options)
  const { db } = app.ctx()
  /** Adds a confirmed booking, by default Rosa Musterfrau's of 12 January 2027, 08:30 in Vienna. */
  const addConfirmed = (changes: Partial<Booking> = {}) =>
    insertBooking(db, { status: 'confirmed', ...changes })
  /** Pushes a booking in its stored state to Odoo, by default over the connection of the app. */
  const push = ({ id }: Booking, connection: Odoo = odoo) => pushBooking(app.ctx, connection, id)
  return {
    ...app,
    simulator,
    odoo,
    addConfirmed,
    push,
    addPushed: async () => {
      const booking = addConfirmed()
      await push(booking)
      return booking
    },
    changeBooking: ({ id }: Booking, changes: Partial<Booking>) =>
      db.update(bookings).set(changes).where(eq(bookings.id, id)).run(),
    /** Returns the only event in Odoo. */
    onlyEvent: () => {
      const events = simulator.events()
      const [event] = events
      if (event === undefined || events.length > 1) throw new Error(`Odoo has ${events.length} events.`)
      return event
    },
  }
}
