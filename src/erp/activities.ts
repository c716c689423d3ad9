import { z } from 'zod'
import type { Log } from '../log.ts'
import { MARKER } from './marker.ts'
import type { Odoo } from './odoo-client.ts'
import { isForbiddenOrUnknown, OdooError } from './odoo-faults.ts'
import { odooText, ROWS_PER_PAGE } from './odoo-fields.ts'

const activityRows = z.array(z.object({ id: z.int(), note: odooText }))

/** The connections over which our activities were deleted, or cannot be deleted. */
const settledConnections = new WeakSet<Odoo>()

/**
 * Deletes the activities that Odoo 19 has planned for events of earlier versions of Ordi, which linked an
 * event when they created it. They show name and day of an appointment on the patient's contact to everybody
 * who may read it (docs/behaviour.md 17.16). The deletion happens once for each connection. When it fails,
 * the failure is logged, and the reading of busy times goes on.
 */
export async function clearActivities(odoo: Odoo, log: Log): Promise<void> {
  if (settledConnections.has(odoo)) return
  try {
    const ours = await listOurActivities(odoo)
    if (ours.length > 0) await odoo.call(z.unknown(), 'mail.activity', 'unlink', { ids: ours })
    settledConnections.add(odoo)
    if (ours.length > 0) log.info({ count: ours.length }, 'activities of appointments were deleted in Odoo')
  } catch (error) {
    if (!(error instanceof OdooError)) throw error
    // A user without the right does not get it by asking every five minutes.
    if (isForbiddenOrUnknown(error)) settledConnections.add(odoo)
    log.warn({ fault: error.kind, detail: error.message }, 'activities in Odoo could not be deleted')
  }
}

/** Finds our activities by the marker: Odoo copies the description of the event into the activity's note. */
async function listOurActivities(odoo: Odoo): Promise<number[]> {
  const ids: number[] = []
  for (let lastId = 0; ; ) {
    const rows = await odoo.call(activityRows, 'mail.activity', 'search_read', {
      domain: [
        ['note', 'ilike', 'ordi:'],
        ['id', '>', lastId],
      ],
      fields: ['note'],
      order: 'id',
      limit: ROWS_PER_PAGE,
      // An activity that is done is archived, and can still be read.
      context: { active_test: false },
    })
    ids.push(...rows.filter(({ note }) => MARKER.test(note)).map(({ id }) => id))
    const nextId = rows.at(-1)?.id ?? lastId
    // A server that ignores the search would otherwise be asked for the same page for ever.
    if (rows.length < ROWS_PER_PAGE || nextId <= lastId) return ids
    lastId = nextId
  }
}
