import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { clearActivities } from './activities.ts'
import { type Odoo, openOdoo, QUIET } from './odoo-client.ts'
import { ROWS_PER_PAGE } from './odoo-fields.ts'

type Simulator = ReturnType<typeof openOdooSimulator>

let app: TestApp
let simulator: Simulator
let odoo: Odoo

async function connect(options: Parameters<typeof openOdooSimulator>[0] = {}) {
  simulator = openOdooSimulator({ like: 19, ...options })
  const login = { url: await listenAs(simulator), db: 'praxis', user: 'ordi', password: 'demo-key' }
  odoo = await openOdoo(login, { resolveHost: async () => [], allowPrivate: true })
}

beforeEach(() => {
  app = openTestApp()
})

/** Creates events as earlier versions of Ordi did, each linked to a contact at once. */
async function pushAsBefore(count: number): Promise<void> {
  const created = Array.from({ length: count }, (_, index) => ({
    name: 'Termin',
    start: '2027-01-12 07:30:00',
    stop: '2027-01-12 08:00:00',
    description: `ordi:${String(index).padStart(32, '0')}`,
    privacy: 'private',
    // In the simulator 87 is the model of contacts, and 5 one of them.
    res_model_id: 87,
    res_id: 5,
  }))
  await odoo.call(z.unknown(), 'calendar.event', 'create', { vals_list: created, context: QUIET })
}

const clear = () => clearActivities(odoo, app.log)
/** Returns the number of calls about activities. */
const countCalls = () => JSON.stringify(simulator.calls).match(/mail\.activity/g)?.length ?? 0

/** The number of appointments that were pushed before. */
const EVENTS = 84

describe.each([
  // Odoo makes an activity of the link to a contact since version 19.
  { name: 'Odoo 18 over JSON-RPC', options: { like: 18 }, activities: 0 },
  { name: 'a fork of Odoo 19 over JSON-RPC', options: { fork: 'orbex' }, activities: EVENTS },
  { name: 'Odoo 19 over JSON-2', options: { api: 'rpc-off' }, activities: EVENTS },
] as const)('the activities of appointments in $name', ({ options, activities }) => {
  beforeEach(() => connect(options))

  it('are deleted, those of cancelled appointments too, and no others', async () => {
    await pushAsBefore(EVENTS)
    expect(simulator.activities()).toHaveLength(activities)
    // Odoo archives the activity of a cancelled appointment.
    const [archived] = simulator.activities()
    if (archived) archived.active = false
    // This note contains `ordi:` without being a marker.
    simulator.planActivity({ summary: 'Anrufen', note: '<p>Koordi: wegen Befund</p>' })
    await clear()
    expect(simulator.activities()).toMatchObject([{ summary: 'Anrufen' }])
    expect(simulator.events()).toHaveLength(EVENTS)
  })

  it('are looked for once for each connection', async () => {
    await clear()
    expect(countCalls()).toBe(1)
    await clear()
    expect(countCalls()).toBe(1)
  })
})

describe('the search for activities', () => {
  it('goes on to the next page when all of the first one are of others', async () => {
    await connect()
    for (let index = 0; index < ROWS_PER_PAGE; index++)
      simulator.planActivity({ note: '<p>Koordi: Befund</p>' })
    await pushAsBefore(1)
    await clear()
    expect(simulator.activities()).toHaveLength(ROWS_PER_PAGE)
  })

  it('is not repeated when the right is missing, and throws nothing', async () => {
    await connect({ lacks: ['mail.activity unlink'] })
    await pushAsBefore(1)
    await clear()
    await clear()
    expect(simulator.activities()).toHaveLength(1)
  })

  it('is repeated when Odoo could not be reached, and throws nothing', async () => {
    await connect()
    await pushAsBefore(1)
    simulator.faults.expect(503)
    await clear()
    await clear()
    expect(simulator.activities()).toEqual([])
  })
})
