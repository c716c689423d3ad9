import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { type Booking, erpEvents, events } from '../db/schema.ts'
import { findResource } from '../schedule/resources.ts'
import { HOUR, type Instant } from '../shared/day.ts'
import { markerOf } from './marker.ts'
import type { Odoo } from './odoo-client.ts'
import { isForbiddenOrUnknown } from './odoo-faults.ts'
import { ODOO_EVENT_FIELDS, type OdooEventRow, odooEventRows, toOdooTime } from './odoo-fields.ts'
import { createOdooRecord, findRecordId, writeEvent } from './odoo-records.ts'
import { partnerIdOf } from './odoo-users.ts'
import { findOrCreatePartner } from './partners.ts'

/**
 * This module pushes one booking to Odoo: the patient as a partner, the appointment as a private event in the
 * doctor's calendar. The doctor is the only attendee, because Odoo sends e-mails to attendees whenever an
 * event is moved. The event's name and description reveal nothing about the patient. Instead it is linked to
 * the partner (docs/behaviour.md, section 17).
 *
 * A push can be repeated: each step looks for what an interrupted push has left before it creates anything.
 */

/** The event of a booking as it was last pushed. */
type PushedEvent = typeof erpEvents.$inferSelect

/**
 * Updates Odoo to the current state of the booking: an active event for a confirmed booking, an archived one
 * for any other.
 * @param ctx returns a Ctx with the current `now` for each step
 * @throws OdooError
 */
export async function pushBooking(ctx: () => Ctx, odoo: Odoo, bookingId: string): Promise<void> {
  const booking = findBooking(ctx(), bookingId)
  if (booking === undefined) return
  if (booking.status === 'confirmed') await pushEvent(ctx, odoo, booking)
  else await archiveEvent(ctx, odoo, booking)
}

/**
 * Finds or creates the event of a confirmed booking, sets its time and doctor, and links it to the patient.
 */
async function pushEvent(ctx: () => Ctx, odoo: Odoo, booking: Booking): Promise<void> {
  const lastPushed = findPushed(ctx(), booking.id)
  const inOdoo = await findEvent(odoo, booking, lastPushed?.eventId)
  const user = findResource(ctx(), booking.resourceId)?.odooUser ?? ''
  const eventId = inOdoo?.id ?? (await createEvent(odoo, booking, user))
  if (inOdoo !== undefined) {
    await correctTime(odoo, booking, inOdoo)
    // The booking may have moved to another doctor, or the doctor may have another user.
    if (lastPushed?.odooUser !== user) await putIntoCalendar(odoo, eventId, user)
  }
  // An interrupted push may have left an event without a link, or with a link to an earlier contact.
  const linkedAt = inOdoo === undefined ? undefined : lastPushed?.pushedAt
  await linkPatient(ctx, odoo, booking, { eventId, linkedAt })
  storePushed(ctx(), booking, { eventId, active: true, odooUser: user })
}

/** Corrects an event that is archived or does not have the time of its booking. */
async function correctTime(odoo: Odoo, booking: Booking, { id, ...inOdoo }: OdooEventRow): Promise<void> {
  const wanted = {
    start: toOdooTime(booking.startsAt),
    stop: toOdooTime(booking.endsAt),
    allday: false,
    active: true,
  }
  if (!isDeepStrictEqual(inOdoo, wanted))
    await writeEvent(odoo, id, { ...wanted, duration: hoursOf(booking) })
}

/** Puts the event into the calendar of the user, who becomes its only attendee. */
async function putIntoCalendar(odoo: Odoo, eventId: number, user: string): Promise<void> {
  const doctor = await partnerIdOf(odoo, user)
  await writeEvent(odoo, eventId, { partner_ids: listOfOnly(doctor) })
}

/**
 * Links the event to the patient's partner, unless it was linked at `linkedAt` and the contact was not
 * corrected since then. The step is repeated when the practice corrects the contact while the push waits for
 * Odoo. The link is written into the existing event, because Odoo 19 plans an activity on the partner for
 * an event that is created with a link, and colleagues who may not read the private event can read that.
 */
async function linkPatient(
  ctx: () => Ctx,
  odoo: Odoo,
  { id }: Booking,
  { eventId, linkedAt }: { eventId: number; linkedAt: Instant | undefined },
): Promise<void> {
  let lastLinkedAt = linkedAt
  while (lastLinkedAt === undefined || hasNewContact(ctx(), id, lastLinkedAt)) {
    // The contact is read next, so it includes a correction at this very instant.
    lastLinkedAt = ctx().now + 1
    const booking = findBooking(ctx(), id)
    if (booking === undefined) return
    const link = await findLinkTo(odoo, await findOrCreatePartner(odoo, booking))
    if (link !== undefined) await writeEvent(odoo, eventId, link)
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
 * Returns the length in hours. Odoo 19 keeps the old length of an event when only start and end are written.
 */
function hoursOf({ startsAt, endsAt }: Booking): number {
  return (endsAt - startsAt) / HOUR
}

/** Archives the event of a booking that is no longer confirmed, if it is in Odoo. */
async function archiveEvent(ctx: () => Ctx, odoo: Odoo, booking: Booking): Promise<void> {
  const lastPushed = findPushed(ctx(), booking.id)
  const inOdoo = await findEvent(odoo, booking, lastPushed?.eventId)
  if (inOdoo?.active) await writeEvent(odoo, inOdoo.id, { active: false })
  // An event that the doctor has deleted needs no archiving.
  if (inOdoo !== undefined)
    storePushed(ctx(), booking, { eventId: inOdoo.id, active: false, odooUser: lastPushed?.odooUser ?? '' })
}

/** Finds the booking's event by the stored id, otherwise by the marker. Archived events are included. */
async function findEvent(
  odoo: Odoo,
  booking: Booking,
  eventId: number | undefined,
): Promise<OdooEventRow | undefined> {
  const fields = ODOO_EVENT_FIELDS
  const context = { active_test: false }
  if (eventId !== undefined) {
    const [found] = await odoo.call(odooEventRows, 'calendar.event', 'read', {
      ids: [eventId],
      fields,
      context,
    })
    if (found !== undefined) return found
  }
  const query = {
    domain: [['description', 'ilike', markerOf(booking)]],
    fields,
    context,
    order: 'id',
    limit: 1,
  }
  const [found] = await odoo.call(odooEventRows, 'calendar.event', 'search_read', query)
  return found
}

/** Creates the event in the calendar of the user, who is its only attendee. Returns its id. */
async function createEvent(odoo: Odoo, booking: Booking, user: string): Promise<number> {
  const doctor = await partnerIdOf(odoo, user)
  const event = {
    name: 'Termin',
    start: toOdooTime(booking.startsAt),
    stop: toOdooTime(booking.endsAt),
    description: markerOf(booking),
    privacy: 'private',
    show_as: 'busy',
    partner_ids: listOfOnly(doctor),
  }
  return createOdooRecord(odoo, 'Termin', event)
}

/** Returns the field value that makes this record the only one in a list of records. */
function listOfOnly(recordId: number): readonly unknown[] {
  // Odoo's command 6 replaces the whole list.
  return [[6, 0, [recordId]]]
}

/**
 * Returns the fields that link an event to a partner, Odoo's "Document"; undefined for an Odoo user who may
 * not read the list of models.
 */
async function findLinkTo(odoo: Odoo, partnerId: number): Promise<Record<string, number> | undefined> {
  try {
    const model = await findRecordId(odoo, 'ir.model', { field: 'model', value: 'res.partner' })
    return model === undefined ? undefined : { res_model_id: model, res_id: partnerId }
  } catch (error) {
    if (isForbiddenOrUnknown(error)) return undefined
    throw error
  }
}

/** Finds how the booking's event was last pushed; undefined before the first push. */
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
