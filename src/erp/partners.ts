import { z } from 'zod'
import type { Booking } from '../db/schema.ts'
import { withApostrophe } from '../shared/contact/apostrophe.ts'
import { bookerOf } from '../shared/contact/booker.ts'
import { emailKey } from '../shared/contact/email.ts'
import { normalisePhone } from '../shared/contact/phone.ts'
import { showPhone } from '../shared/contact/phone-shown.ts'
import { plainDay } from '../shared/format.ts'
import type { Odoo } from './odoo-connection.ts'
import { odooTextSchema } from './odoo-fields.ts'
import { createOdooRecord, findRecordId } from './odoo-records.ts'

const partnersSchema = z.array(z.object({ id: z.int(), name: odooTextSchema }))

/**
 * Returns the id of the patient's partner. An existing partner is never changed, because it is the practice's
 * record.
 */
export async function findOrCreatePartner(odoo: Odoo, booking: Booking): Promise<number> {
  return (await findPartner(odoo, booking)) ?? (await createPartner(odoo, booking))
}

/**
 * Finds the patient's partner by e-mail address and name, because a family may share an address; without an
 * address, by telephone number and name.
 */
async function findPartner(odoo: Odoo, booking: Booking): Promise<number | undefined> {
  const { email, mobile, country } = booking
  // Odoo compares exact texts, so the search includes the number as typed, as the portal shows it, and as
  // older versions wrote it.
  const spellings = [mobile, showPhone(mobile, country), normalisePhone(mobile)]
  const domain =
    email === ''
      ? [[await readPhoneField(odoo), 'in', spellings]]
      : [['email_normalized', '=', emailKey(email)]]
  const partners = await odoo.call(partnersSchema, {
    model: 'res.partner',
    method: 'search_read',
    args: {
      domain,
      fields: ['name'],
      order: 'id',
      // No family has more partners than this.
      limit: 100,
      // Otherwise an archived partner would be created a second time.
      context: { active_test: false },
    },
  })
  return partners.find(({ name }) => isPatient(name, booking))?.id
}

/** Matches a mark at the end of a name, as `markOf` returns it. */
const PATIENT_MARK = /\((?:geb\. [^)]*|ohne Geburtsdatum)\)$/

/**
 * Returns whether the partner is the patient of the booking. If the partner's name has a mark, it must be
 * that of the patient. A partner without a mark is not the patient if patient and booker could be confused.
 */
function isPatient(partnerName: string, booking: Booking): boolean {
  const [mark] = PATIENT_MARK.exec(partnerName) ?? []
  const canBePatient = mark === undefined ? !isLikeBooker(booking) : mark === markOf(booking)
  return canBePatient && hasName(partnerName, booking)
}

/** A name without titles. */
type FullName = Readonly<{ firstName: string; lastName: string }>

/** Returns whether a partner's name contains the full name, in any order and with any titles. */
function hasName(partnerName: string, { firstName, lastName }: FullName): boolean {
  const words = new Set(wordsOf(partnerName))
  return wordsOf(`${firstName} ${lastName}`).every((word) => words.has(word))
}

/** Returns the words of a name in lower case, with one form of the apostrophe. */
function wordsOf(name: string): string[] {
  return withApostrophe(name.normalize('NFC'), "'")
    .toLocaleLowerCase('de-AT')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
}

/**
 * Returns whether patient and booker could be confused, such as a father and a son with one e-mail address,
 * when the name of one contains that of the other.
 */
function isLikeBooker(booking: Booking): boolean {
  const booker = bookerOf(booking)
  if (booker === undefined) return false
  const nameOfBooker = `${booker.firstName} ${booker.lastName}`
  const nameOfPatient = `${booking.firstName} ${booking.lastName}`
  return hasName(nameOfBooker, booking) || hasName(nameOfPatient, booker)
}

/** Returns the mark at the end of a partner's name that distinguishes the patient from the booker. */
function markOf({ birthOn }: Booking): string {
  return birthOn === '' ? '(ohne Geburtsdatum)' : `(geb. ${plainDay(birthOn)})`
}

/** Creates the patient's partner, with a mark in its name if patient and booker could be confused. */
async function createPartner(odoo: Odoo, booking: Booking): Promise<number> {
  const { firstName, lastName, email, mobile, address, zip, city, country } = booking
  const fullName = `${firstName} ${lastName}`
  const partner = {
    name: isLikeBooker(booking) ? `${fullName} ${markOf(booking)}` : fullName,
    email,
    [await readPhoneField(odoo)]: showPhone(mobile, country),
    street: address,
    zip,
    city,
    country_id: country && (await findRecordId(odoo, 'res.country', { field: 'code', value: country })),
  }
  // Fields without a value are omitted, and stay empty in Odoo.
  const vals = Object.fromEntries(Object.entries(partner).filter(([, value]) => value))
  return createOdooRecord(odoo, 'res.partner', vals)
}

/** The field of a partner that has the number. */
type PhoneField = 'mobile' | 'phone'

/** Cached results of `readPhoneField`, because the fields of a version do not change. */
const phoneFields = new WeakMap<Odoo, PhoneField>()

/** Returns the field for a patient's number. Odoo 19 has no field `mobile`. */
async function readPhoneField(odoo: Odoo): Promise<PhoneField> {
  const knownField = phoneFields.get(odoo)
  if (knownField !== undefined) return knownField
  const args = { allfields: ['mobile'], attributes: ['type'] }
  const fieldsByName = z.record(z.string(), z.unknown())
  const fields = await odoo.call(fieldsByName, { model: 'res.partner', method: 'fields_get', args })
  const field = 'mobile' in fields ? 'mobile' : 'phone'
  phoneFields.set(odoo, field)
  return field
}
