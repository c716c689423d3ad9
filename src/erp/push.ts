import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { type Booking, erpEvents, events } from '../db/schema.ts'
import { findResource } from '../schedule/resources.ts'
import { bookerOf } from '../shared/contact/booker.ts'
import { emailKey } from '../shared/contact/email.ts'
import { normalisePhone, showPhone } from '../shared/contact/phone.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { plainDay } from '../shared/format.ts'
import { EVENT_FIELDS, eventRows, Fields, type Odoo, OdooError, QUIET, utc } from './odoo-client.ts'
import { partnerIdOf } from './odoo-users.ts'

/**
 * This module pushes one booking to Odoo: the patient as a partner, the appointment as a private event in the
 * doctor's calendar. The doctor is the only attendee, because Odoo sends e-mails to attendees whenever an
 * event is moved. The event's name and description tell nothing about the patient. Instead it is linked to
 * the partner (docs/behaviour.md, section 17).
 *
 * Every call can be repeated: each step looks for what an interrupted push has left before it creates
 * anything.
 */

type PushedEvent = typeof erpEvents.$inferSelect

const partners = z.array(z.object({ id: z.int(), name: Fields.text }))

/**
 * Makes Odoo agree with the booking as it is now: an active event for a confirmed booking, an archived one
 * for any other.
 * @param ctx gives a fresh `now` for each step
 * @throws OdooError
 */
export async function pushBooking(ctx: () => Ctx, odoo: Odoo, bookingId: string): Promise<void> {
  const booking = findBooking(ctx(), bookingId)
  if (booking === undefined) return
  if (booking.status === 'confirmed') await pushEvent(ctx, odoo, booking)
  else await archiveEvent(ctx, odoo, booking)
}

async function pushEvent(ctx: () => Ctx, odoo: Odoo, booking: Booking): Promise<void> {
  const known = findPushed(ctx(), booking.id)
  const found = await findEvent(odoo, booking, known?.eventId ?? null)
  const user = findResource(ctx(), booking.resourceId)?.odooUser ?? ''
  const wanted = { start: utc(booking.startsAt), stop: utc(booking.endsAt), allday: false, active: true }
  const { id: eventId, ...there } = found ?? { id: await createEvent(odoo, booking, user), ...wanted }
  if (!isDeepStrictEqual(there, wanted)) await write(odoo, eventId, { ...wanted, duration: hoursOf(booking) })
  if (found !== undefined && known?.odooUser !== user)
    await write(odoo, eventId, { partner_ids: [[6, 0, [await partnerIdOf(odoo, user)]]] })
  // An interrupted push may have left an event without link, or linked to an earlier contact.
  const linkedAt = found === undefined ? undefined : known?.pushedAt
  await linkPatient(ctx, odoo, booking, { eventId, linkedAt })
  storePushed(ctx(), booking, { eventId, active: true, odooUser: user })
}

/**
 * Links the event to the patient's partner, unless it was linked at `linkedAt` and the contact was not
 * corrected since then. It repeats that, because the practice may correct the contact while the push waits
 * for Odoo. The link is written into the existing event, because Odoo 19 plans an activity on the partner for
 * an event that is created with a link, and colleagues who may not read the private event can read that.
 */
async function linkPatient(
  ctx: () => Ctx,
  odoo: Odoo,
  { id }: Booking,
  { eventId, linkedAt }: { eventId: number; linkedAt: Instant | undefined },
): Promise<void> {
  for (let last = linkedAt; last === undefined || hasNewContact(ctx(), id, last); ) {
    last = ctx().now + 1
    const booking = findBooking(ctx(), id)
    if (booking === undefined) return
    const link = await linkTo(odoo, await findOrCreatePartner(odoo, booking))
    if (link !== undefined) await write(odoo, eventId, link)
  }
}

/** Returns whether the contact was corrected at or after the instant `since`. */
function hasNewContact({ db }: Ctx, bookingId: string, since: Instant): boolean {
  const corrected = and(
    eq(events.bookingId, bookingId),
    eq(events.kind, 'contact-changed'),
    gte(events.at, since),
  )
  return db.select().from(events).where(corrected).get() !== undefined
}

/**
 * Returns the length in hours. Without it, Odoo 19 keeps an event's old length when start and end are
 * written.
 */
function hoursOf({ startsAt, endsAt }: Booking): number {
  return (endsAt - startsAt) / HOUR
}

async function archiveEvent(ctx: () => Ctx, odoo: Odoo, booking: Booking): Promise<void> {
  const known = findPushed(ctx(), booking.id)
  const found = await findEvent(odoo, booking, known?.eventId ?? null)
  if (found?.active) await write(odoo, found.id, { active: false })
  // An event that the doctor has deleted needs no archiving.
  if (found !== undefined)
    storePushed(ctx(), booking, { eventId: found.id, active: false, odooUser: known?.odooUser ?? '' })
}

/** Finds the booking's event by the stored id, otherwise by the marker. Archived events are included. */
async function findEvent(odoo: Odoo, booking: Booking, eventId: number | null) {
  const [fields, context] = [EVENT_FIELDS, { active_test: false }]
  if (eventId !== null) {
    const [found] = await odoo.call(eventRows, 'calendar.event', 'read', { ids: [eventId], fields, context })
    if (found !== undefined) return found
  }
  const query = {
    domain: [['description', 'ilike', markerOf(booking)]],
    fields,
    context,
    order: 'id',
    limit: 1,
  }
  const [found] = await odoo.call(eventRows, 'calendar.event', 'search_read', query)
  return found
}

async function createEvent(odoo: Odoo, booking: Booking, user: string): Promise<number> {
  const doctor = await partnerIdOf(odoo, user)
  const event = {
    name: 'Termin',
    start: utc(booking.startsAt),
    stop: utc(booking.endsAt),
    description: markerOf(booking),
    privacy: 'private',
    show_as: 'busy',
    partner_ids: [[6, 0, [doctor]]],
  }
  return create(odoo, 'Termin', event)
}

/**
 * Returns the event's "Document" in Odoo; undefined for an Odoo user who may not read the list of models.
 */
async function linkTo(odoo: Odoo, partnerId: number): Promise<Record<string, number> | undefined> {
  try {
    const model = await findId(odoo, 'ir.model', { field: 'model', value: 'res.partner' })
    return model === undefined ? undefined : { res_model_id: model, res_id: partnerId }
  } catch (error) {
    if (error instanceof OdooError && error.kind === 'settings') return undefined
    throw error
  }
}

/** Returns the id of a record with this value in the field. */
async function findId(
  odoo: Odoo,
  model: string,
  { field, value }: { field: string; value: string },
): Promise<number | undefined> {
  const query = { domain: [[field, '=', value]], fields: [field], limit: 1 }
  const [found] = await odoo.call(z.array(z.object({ id: z.int() })), model, 'search_read', query)
  return found?.id
}

/** Creates a record and returns its id. */
async function create(
  odoo: Odoo,
  noun: 'Termin' | 'Kontakt',
  vals: Record<string, unknown>,
): Promise<number> {
  const model = noun === 'Termin' ? 'calendar.event' : 'res.partner'
  const [id] = await odoo.call(z.array(z.int()), model, 'create', { vals_list: [vals], context: QUIET })
  if (id === undefined) throw new OdooError('permanent', `Odoo hat den ${noun} nicht angelegt.`)
  return id
}

async function write(odoo: Odoo, eventId: number, vals: Record<string, unknown>): Promise<void> {
  await odoo.call(z.unknown(), 'calendar.event', 'write', { ids: [eventId], vals, context: QUIET })
}

/**
 * Returns the id of the patient's partner. A partner that is found is never changed, because it is the
 * practice's record.
 */
async function findOrCreatePartner(odoo: Odoo, booking: Booking): Promise<number> {
  return (await findPartner(odoo, booking)) ?? (await createPartner(odoo, booking))
}

/**
 * Finds the patient's partner by e-mail address and name, because a family may share an address. Without an
 * address it finds the partner by telephone number and name.
 */
async function findPartner(odoo: Odoo, booking: Booking): Promise<number | undefined> {
  const { mobile, country } = booking
  // Odoo compares letter by letter, so the number is sought as typed, as the portal shows it, and as older
  // versions wrote it.
  const spellings = [mobile, showPhone(mobile, country), normalisePhone(mobile)]
  const domain =
    booking.email === ''
      ? [[(await hasMobileField(odoo)) ? 'mobile' : 'phone', 'in', spellings]]
      : [['email_normalized', '=', emailKey(booking.email)]]
  const found = await odoo.call(partners, 'res.partner', 'search_read', {
    domain,
    fields: ['name'],
    order: 'id',
    limit: 100,
    // An archived partner would otherwise be created a second time.
    context: { active_test: false },
  })
  return found.find(({ name }) => isPatient(name, booking))?.id
}

/**
 * Returns whether the partner is the booking's patient. A mark must be the patient's own. Without a mark, the
 * partner is not the patient if patient and booker could be confused.
 */
function isPatient(partner: string, booking: Booking): boolean {
  const [mark] = PATIENT_MARK.exec(partner) ?? []
  return (mark === undefined ? !isLikeBooker(booking) : mark === markOf(booking)) && hasName(partner, booking)
}

/** Returns whether a partner's name contains the full name, in any order and with any titles. */
function hasName(partner: string, { firstName, lastName }: FullName): boolean {
  const words = new Set(wordsOf(partner))
  return wordsOf(`${firstName} ${lastName}`).every((word) => words.has(word))
}

type FullName = Readonly<{ firstName: string; lastName: string }>

/**
 * Returns whether patient and booker could be confused, as a father and son of one e-mail address can when
 * the name of one contains the name of the other.
 */
function isLikeBooker(booking: Booking): boolean {
  const booker = bookerOf(booking)
  return (
    booker !== undefined &&
    (hasName(`${booker.firstName} ${booker.lastName}`, booking) ||
      hasName(`${booking.firstName} ${booking.lastName}`, booker))
  )
}

/** Returns the mark at the end of a partner's name that tells the patient from the booker. */
function markOf({ birthOn }: Booking): string {
  return birthOn === '' ? '(ohne Geburtsdatum)' : `(geb. ${plainDay(birthOn)})`
}

const PATIENT_MARK = /\((?:geb\. [^)]*|ohne Geburtsdatum)\)$/

function wordsOf(name: string): string[] {
  return name
    .normalize('NFC')
    .toLocaleLowerCase('de-AT')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
}

async function createPartner(odoo: Odoo, booking: Booking): Promise<number> {
  const { firstName, lastName, email, mobile, address, zip, city, country } = booking
  const partner = {
    name: `${firstName} ${lastName}${isLikeBooker(booking) ? ` ${markOf(booking)}` : ''}`,
    email,
    [(await hasMobileField(odoo)) ? 'mobile' : 'phone']: showPhone(mobile, country),
    street: address,
    zip,
    city,
    country_id: country && (await findId(odoo, 'res.country', { field: 'code', value: country })),
  }
  const vals = Object.fromEntries(Object.entries(partner).filter(([, value]) => value))
  return create(odoo, 'Kontakt', vals)
}

const mobileFields = new WeakMap<Odoo, boolean>()

/** Odoo 19 has no field `mobile`. */
async function hasMobileField(odoo: Odoo): Promise<boolean> {
  const known = mobileFields.get(odoo)
  if (known !== undefined) return known
  const query = { allfields: ['mobile'], attributes: ['type'] }
  const fields = await odoo.call(z.record(z.string(), z.unknown()), 'res.partner', 'fields_get', query)
  mobileFields.set(odoo, 'mobile' in fields)
  return 'mobile' in fields
}

/** Matches a text of Odoo that contains the marker of one of our events. */
export const MARKER = /\bordi:[0-9a-f]{32}\b/

/**
 * Returns the text in the description by which the event of a booking is known. It is a hash, because the
 * booking's id lets its bearer cancel.
 */
export function markerOf({ id }: Pick<Booking, 'id'>): string {
  return `ordi:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}

function findPushed(ctx: Ctx, bookingId: string): PushedEvent | undefined {
  return ctx.db.select().from(erpEvents).where(eq(erpEvents.bookingId, bookingId)).get()
}

/** Stores the state of the event in Odoo, for the next push and for finding changes made in Odoo. */
function storePushed(
  ctx: Ctx,
  { id, startsAt, endsAt }: Booking,
  event: Pick<PushedEvent, 'eventId' | 'active' | 'odooUser'>,
): void {
  const noChange = { change: null, changedStartsAt: null, changedEndsAt: null }
  const row = { ...event, startsAt, endsAt, pushedAt: ctx.now, ...noChange }
  ctx.db
    .insert(erpEvents)
    .values({ bookingId: id, ...row })
    .onConflictDoUpdate({ target: erpEvents.bookingId, set: row })
    .run()
}
