import * as v from 'valibot'
import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import { fieldErrorsOf } from '../../../src/shared/field-errors.ts'
import { type ManualContact, manualContactSchema } from '../../../src/shared/manual-contact.ts'

/** What an assistant types while somebody is on the telephone. */
export type BookingEntry = Record<keyof ManualContact, string> & {
  service: string
  day: Day
  /** `HH:MM` */
  time: string
  message: string
}

export const EMPTY_ENTRY: BookingEntry = {
  service: '',
  day: '',
  time: '',
  message: '',
  salutation: '',
  firstName: '',
  lastName: '',
  mobile: '',
  email: '',
  birthDate: '',
  address: '',
  zip: '',
  city: '',
  country: 'AT',
}

export type EntryFaults = Partial<Record<keyof BookingEntry, string>>

/** The entry as POST /api/admin/bookings wants it, or the sentence for each faulty field. */
export function readEntry(entry: BookingEntry, today: Day) {
  const { service, day, time, message, ...told } = entry
  const contact = v.safeParse(manualContactSchema({ today }), told)
  const faults: EntryFaults = {
    ...(service === '' && { service: 'Bitte eine Leistung wählen.' }),
    ...(!isDay(day) && { day: 'Bitte ein Datum angeben.' }),
    ...(wallMinutes(time) === undefined && { time: 'Bitte eine Uhrzeit wählen oder eintippen.' }),
    ...(!contact.success && fieldErrorsOf(contact.issues)),
  }
  if (!contact.success || Object.keys(faults).length > 0) return { faults }
  return { request: { service_id: service, start: `${day}T${time}`, contact: contact.output, message } }
}

/** The server's faults at the fields of the entry: it calls the start one thing, the form asks for day and time. */
export function serverFaults({
  service_id,
  start,
  ...fields
}: Readonly<Record<string, string>>): EntryFaults {
  return { ...fields, ...(service_id && { service: service_id }), ...(start && { time: start }) }
}
