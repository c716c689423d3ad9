import { assertEvent, type OdooRecord, type Values } from './odoo-models.ts'
import { type OdooStore, OWN_PARTNER, USER } from './odoo-store.ts'

/** This module has the side effects of writing a record in Odoo. */

/** The values that a call writes, and its context in Odoo's sense. */
type Write = Readonly<{ values: Values; context?: Values | undefined; isNew?: boolean }>

/** The instant of every write. Ordi only looks at whether there was one. */
const WRITTEN_AT = '2027-01-07 12:40:00'

/** Writes the values into a record. */
export function writeRecord(store: OdooStore, model: string, record: OdooRecord, write: Write): void {
  store.assertFields(model, Object.keys(write.values))
  if (model === 'calendar.event') writeEvent(store, record, write)
  else Object.assign(record, write.values, { write_date: WRITTEN_AT })
  if (model === 'res.partner') record.email_normalized = String(record.email || '').toLowerCase() || false
}

/** Writes an event with Odoo's side effects: attendees, activities and e-mails. */
function writeEvent(
  store: OdooStore,
  event: OdooRecord,
  { values, context = {}, isNew = false }: Write,
): void {
  assertEvent({ ...event, ...values })
  const written = { ...values }
  if (store.version >= 19 && !isNew && keepsLength(values))
    written.stop = stopOfSameLength(event, values.start)
  if ('description' in values) written.description = `<p>${values.description}</p>`
  if ('partner_ids' in values || isNew) written.partner_ids = attendeesOf(values.partner_ids)
  Object.assign(event, written, { write_date: WRITTEN_AT })
  if (store.version >= 19 && isNew) {
    if (context.skip_contact_description !== true) addContactData(event)
    addActivity(store, event)
  }
  if (context.no_mail_to_attendees !== true) mailAttendees(store, event)
}

/**
 * Returns whether the event keeps its length. In Odoo 19 it does when its start is written without a length,
 * even if an end is written too.
 */
function keepsLength(values: Values): boolean {
  return 'start' in values && !('duration' in values)
}

function stopOfSameLength(event: OdooRecord, start: unknown): string {
  const length = Date.parse(`${event.stop}Z`) - Date.parse(`${event.start}Z`)
  const stop = new Date(Date.parse(`${start}Z`) + length)
  return stop.toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Returns the ids to store in a many-to-many field. A call writes ids, or commands, of which 6 replaces all
 * ids.
 */
function attendeesOf(commands: unknown): number[] {
  if (!Array.isArray(commands)) return [OWN_PARTNER]
  return commands.flatMap((command) => {
    if (!Array.isArray(command)) return command
    return command[0] === 6 ? (command[2] as number[]) : [command[1] as number]
  })
}

/** Odoo 19 writes the organiser of a new event into its description. */
function addContactData(event: OdooRecord): void {
  event.description = `<div>${event.description ?? ''}<strong>Organized by</strong>Dr. Beispiel</div>`
}

/**
 * Odoo 19 plans an activity on the record to which an event is linked when it is created, with the event's
 * name, description and day. Adding the link later creates no activity, and Odoo 18 never creates one.
 */
function addActivity(store: OdooStore, event: OdooRecord): void {
  const { res_model_id, res_id, name, start } = event
  if (!res_model_id || !res_id) return
  const activity = store.newRecord({
    res_model_id,
    res_id,
    calendar_event_id: [event.id, name],
    summary: name,
    note: event.description,
    date_deadline: String(start).slice(0, 10),
    user_id: USER,
  })
  store.add('mail.activity', activity)
}

/** Odoo sends an e-mail to each attendee except the author of the event. */
function mailAttendees({ mails }: OdooStore, event: OdooRecord): void {
  for (const to of event.partner_ids as number[]) if (to !== OWN_PARTNER) mails.push({ to, about: event.id })
}
