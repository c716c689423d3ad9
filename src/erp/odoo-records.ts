import { z } from 'zod'
import { type Odoo, QUIET_CONTEXT } from './odoo-client.ts'
import { OdooError } from './odoo-faults.ts'

/** Returns the id of a record with this value in the field. */
export async function findRecordId(
  odoo: Odoo,
  model: string,
  { field, value }: { field: string; value: string },
): Promise<number | undefined> {
  const query = { domain: [[field, '=', value]], fields: [field], limit: 1 }
  const [found] = await odoo.call(z.array(z.object({ id: z.int() })), model, 'search_read', query)
  return found?.id
}

/** Reads the ids of created records. JSON-RPC, which gets a single record without a list, answers its id. */
const createdIds = z.union([z.array(z.int()), z.int().transform((id) => [id])])

/**
 * Creates a record and returns its id.
 * @param noun the German word for the record in an error message, which also determines the model
 */
export async function createOdooRecord(
  odoo: Odoo,
  noun: 'Termin' | 'Kontakt',
  vals: Record<string, unknown>,
): Promise<number> {
  const model = noun === 'Termin' ? 'calendar.event' : 'res.partner'
  const [id] = await odoo.call(createdIds, model, 'create', { vals_list: [vals], context: QUIET_CONTEXT })
  if (id === undefined) throw new OdooError('permanent', `Odoo hat den ${noun} nicht angelegt.`)
  return id
}

/** Writes these fields of a calendar event. */
export async function writeEvent(odoo: Odoo, eventId: number, vals: Record<string, unknown>): Promise<void> {
  await odoo.call(z.unknown(), 'calendar.event', 'write', { ids: [eventId], vals, context: QUIET_CONTEXT })
}
