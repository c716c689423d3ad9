import { z } from 'zod'
import type { Log } from '../log.ts'
import { MARKER_PATTERN } from './marker.ts'
import type { Odoo } from './odoo-connection.ts'
import { isForbiddenOrUnknown, OdooError } from './odoo-faults.ts'
import { odooTextSchema, ROWS_PER_PAGE } from './odoo-fields.ts'

const activitiesSchema = z.array(z.object({ id: z.int(), note: odooTextSchema }))

/** The connections over which our activities have been deleted or cannot be deleted. */
const settledConnections = new WeakSet<Odoo>()

/**
 * Deletes the activities that Odoo 19 has planned for events of earlier versions of Ordi, which linked an
 * event when they created it. They show the name and day of an appointment on the patient's contact to
 * everybody who may read it (docs/behaviour.md 17.16). Runs once per connection. A failure is logged, and the
 * reading of busy times continues.
 */
export async function clearActivities(odoo: Odoo, log: Log): Promise<void> {
  if (settledConnections.has(odoo)) return
  try {
    const ours = await listOurActivities(odoo)
    if (ours.length > 0)
      await odoo.call(z.unknown(), { model: 'mail.activity', method: 'unlink', args: { ids: ours } })
    settledConnections.add(odoo)
    if (ours.length > 0) log.info({ count: ours.length }, 'activities of appointments were deleted in Odoo')
  } catch (error) {
    if (!(error instanceof OdooError)) throw error
    // Repeating the request every five minutes does not give the user the missing right.
    if (isForbiddenOrUnknown(error)) settledConnections.add(odoo)
    log.warn({ fault: error.kind, detail: error.message }, 'activities in Odoo could not be deleted')
  }
}

/** Finds our activities by the marker: Odoo copies the description of the event into the activity's note. */
async function listOurActivities(odoo: Odoo): Promise<number[]> {
  const ids: number[] = []
  let lastId = 0
  while (true) {
    const activities = await odoo.call(activitiesSchema, {
      model: 'mail.activity',
      method: 'search_read',
      args: {
        domain: [
          ['note', 'ilike', 'ordi:'],
          ['id', '>', lastId],
        ],
        fields: ['note'],
        order: 'id',
        limit: ROWS_PER_PAGE,
        // A completed activity is archived, and can still be read.
        context: { active_test: false },
      },
    })
    ids.push(...activities.filter(({ note }) => MARKER_PATTERN.test(note)).map(({ id }) => id))
    const nextId = activities.at(-1)?.id ?? lastId
    // A server that ignores the search would otherwise return the same page forever.
    if (activities.length < ROWS_PER_PAGE || nextId <= lastId) return ids
    lastId = nextId
  }
}
