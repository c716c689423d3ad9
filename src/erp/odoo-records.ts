import { z } from 'zod'
import type { NamedValues, Odoo } from './odoo-connection.ts'
import { OdooError } from './odoo-faults.ts'

/** With this context Odoo sends no e-mail and writes nothing about the patient into its own fields. */
export const QUIET_CONTEXT = {
  no_mail_to_attendees: true,
  dont_notify: true,
  mail_create_nolog: true,
  mail_create_nosubscribe: true,
  mail_notrack: true,
  tracking_disable: true,
  calendar_no_videocall: true,
  skip_contact_description: true,
}

/** The records that a search finds, of which only the id matters. */
const foundSchema = z.array(z.object({ id: z.int() }))

/** Returns the id of a record with this value in the field; undefined if there is none. @throws OdooError */
export async function findRecordId(
  odoo: Odoo,
  model: string,
  { field, value }: { field: string; value: string },
): Promise<number | undefined> {
  const query = { domain: [[field, '=', value]], fields: [field], limit: 1 }
  const [found] = await odoo.call(foundSchema, { model, method: 'search_read', args: query })
  return found?.id
}

/** The ids of created records. JSON-RPC, which gets a single record without a list, answers its bare id. */
const createdIdsSchema = z.union([z.array(z.int()), z.int().transform((id) => [id])])

/** The models of which records are created, with the German word for a record. */
const WORDS = { 'calendar.event': 'Termin', 'res.partner': 'Kontakt' }

/** Creates a record with these values. Returns its id. @throws OdooError */
export async function createOdooRecord(
  odoo: Odoo,
  model: keyof typeof WORDS,
  vals: NamedValues,
): Promise<number> {
  const args = { vals_list: [vals], context: QUIET_CONTEXT }
  const [id] = await odoo.call(createdIdsSchema, { model, method: 'create', args })
  if (id === undefined) throw new OdooError('permanent', `Odoo hat den ${WORDS[model]} nicht angelegt.`)
  return id
}

/** Writes these fields of a calendar event. @throws OdooError */
export async function writeEvent(odoo: Odoo, eventId: number, vals: NamedValues): Promise<void> {
  const args = { ids: [eventId], vals, context: QUIET_CONTEXT }
  await odoo.call(z.unknown(), { model: 'calendar.event', method: 'write', args })
}
