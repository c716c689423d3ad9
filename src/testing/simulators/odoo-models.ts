import { OdooException } from './odoo-exceptions.ts'

/** The values of a record by their fields. */
export type Values = Record<string, unknown>

/** A record of a model, such as a partner or an event. */
export type OdooRecord = Values & { id: number; active: boolean }

/** The fields of each model that Ordi knows. Any other field is refused, as a real server does. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'res.partner': [
    'name',
    'email',
    'email_normalized',
    'phone',
    'mobile',
    'street',
    'zip',
    'city',
    'country_id',
    'active',
  ],
  'calendar.event': [
    'name',
    'start',
    'stop',
    'duration',
    'allday',
    'start_date',
    'stop_date',
    'show_as',
    'privacy',
    'partner_ids',
    'attendee_ids',
    'description',
    'location',
    'user_id',
    'res_model_id',
    'res_id',
    'active',
    'write_date',
  ],
  'calendar.attendee': ['event_id', 'partner_id', 'state', 'active'],
  'ir.model': ['model', 'active'],
  'mail.activity': [
    'res_model_id',
    'res_id',
    'calendar_event_id',
    'summary',
    'note',
    'date_deadline',
    'user_id',
    'active',
  ],
  'res.country': ['code', 'name', 'active'],
  'res.users': ['partner_id', 'tz', 'login', 'active'],
}

const UTC_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Throws as Odoo does when the times of an event are not in UTC or its name is missing. */
export function assertEvent({ start, stop, name }: Values): void {
  if (!UTC_TIME.test(String(start)) || !UTC_TIME.test(String(stop)))
    throw new OdooException('ValueError', 'bad datetime')
  if (String(stop) < String(start)) throw new OdooException('ValidationError', 'The ending date is too early')
  if (!name) throw new OdooException('ValidationError', 'Missing required value')
}

/** How each operator of a search compares the stored value with the given one. */
export const OPERATORS: Readonly<Record<string, (stored: unknown, value: unknown) => boolean>> = {
  '=': (stored, value) => stored === value,
  '!=': (stored, value) => stored !== value,
  '<': (stored, value) => String(stored) < String(value),
  '>': (stored, value) =>
    typeof stored === 'number' ? stored > Number(value) : String(stored) > String(value),
  in: (stored, value) => [stored].flat().some((item) => (value as unknown[]).includes(item)),
  ilike: (stored, value) => {
    const escaped = String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(escaped.replaceAll('_', '.').replaceAll('%', '.*'), 'i').test(String(stored))
  },
}
