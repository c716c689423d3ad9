import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connectToSimulator } from '../testing/odoo-connection.ts'
import type { OdooOptions } from '../testing/simulators/odoo-server.ts'
import { recordLog } from '../testing/test-app.ts'
import { clearActivities } from './activities.ts'
import { ROWS_PER_PAGE } from './odoo-fields.ts'
import { QUIET_CONTEXT } from './odoo-records.ts'

/** The id of the model for contacts in the simulated Odoo. */
const CONTACT_MODEL_ID = 87
/** The id of a contact in the simulated Odoo. */
const CONTACT_ID = 5
/**
 * The number of events that earlier versions have pushed. One page of the search (`ROWS_PER_PAGE`) has more.
 */
const EVENT_COUNT = 84

/** Opens a simulated Odoo. `clear` deletes the activities of appointments in it. */
async function openOdooWithActivities(options: OdooOptions = {}) {
  const { simulator, odoo } = await connectToSimulator({ version: 19, ...options })
  const { log } = recordLog()
  return {
    simulator,
    clear: () => clearActivities(odoo, log),
    /** Creates events as earlier versions of Ordi did: already linked to a contact. */
    pushLinked: async (count: number) => {
      const events = Array.from({ length: count }, (_, index) => ({
        name: 'Termin',
        start: '2027-01-12 07:30:00',
        stop: '2027-01-12 08:00:00',
        description: `ordi:${String(index).padStart(32, '0')}`,
        privacy: 'private',
        res_model_id: CONTACT_MODEL_ID,
        res_id: CONTACT_ID,
      }))
      const args = { vals_list: events, context: QUIET_CONTEXT }
      await odoo.call(z.unknown(), { model: 'calendar.event', method: 'create', args })
    },
    countCallsAboutActivities: () => JSON.stringify(simulator.calls).match(/mail\.activity/g)?.length ?? 0,
  }
}

describe.each([
  // Since version 19, Odoo creates an activity for an event that is linked to a contact.
  { name: 'Odoo 18 over JSON-RPC', options: { version: 18 }, activities: 0 },
  { name: 'a fork of Odoo 19 over JSON-RPC', options: { fork: 'orbex' }, activities: EVENT_COUNT },
  { name: 'Odoo 19 over JSON-2', options: { hasJsonRpc: false }, activities: EVENT_COUNT },
] as const)('the activities of appointments in $name', ({ options, activities }) => {
  it('are deleted, including those of cancelled appointments, but no others', async () => {
    const { simulator, clear, pushLinked } = await openOdooWithActivities(options)
    await pushLinked(EVENT_COUNT)
    expect(simulator.activities()).toHaveLength(activities)
    // Odoo archives the activity of a cancelled appointment.
    const [archived] = simulator.activities()
    if (archived) archived.active = false
    // This note contains `ordi:` without being a marker.
    simulator.planActivity({ summary: 'Anrufen', note: '<p>Koordi: wegen Befund</p>' })
    await clear()
    expect(simulator.activities()).toMatchObject([{ summary: 'Anrufen' }])
    expect(simulator.events()).toHaveLength(EVENT_COUNT)
  })

  it('are searched for once per connection', async () => {
    const { clear, countCallsAboutActivities } = await openOdooWithActivities(options)
    await clear()
    expect(countCallsAboutActivities()).toBe(1)
    await clear()
    expect(countCallsAboutActivities()).toBe(1)
  })
})

describe('the search for activities', () => {
  it('reads the next page when the first one has only activities of others', async () => {
    const { simulator, clear, pushLinked } = await openOdooWithActivities()
    // These notes contain `ordi:` without being a marker, so the search finds them too.
    for (let index = 0; index < ROWS_PER_PAGE; index++)
      simulator.planActivity({ note: '<p>Koordi: Befund</p>' })
    await pushLinked(1)
    await clear()
    expect(simulator.activities()).toHaveLength(ROWS_PER_PAGE)
  })

  it('is not repeated when access is denied, and does not throw', async () => {
    const missingRights = ['mail.activity unlink']
    const { simulator, clear, pushLinked } = await openOdooWithActivities({ missingRights })
    await pushLinked(1)
    await clear()
    await clear()
    expect(simulator.activities()).toHaveLength(1)
  })

  it('is repeated when Odoo could not be reached, and does not throw', async () => {
    const { simulator, clear, pushLinked } = await openOdooWithActivities()
    await pushLinked(1)
    simulator.faults.plan(503)
    await clear()
    await clear()
    expect(simulator.activities()).toEqual([])
  })
})
