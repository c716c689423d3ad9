import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { type Booking, erpEvents } from '../db/schema.ts'
import { findResource } from '../schedule/resources.ts'
import { HOUR } from '../shared/day.ts'
import { markerOf } from './marker.ts'
import type { Odoo } from './odoo-connection.ts'
import { ODOO_EVENT_FIELDS, type OdooEventRow, odooEventsSchema, toOdooTime } from './odoo-fields.ts'
import { createOdooRecord, writeEvent } from './odoo-records.ts'
import { partnerIdOf } from './odoo-users.ts'
import { linkPatient } from './patient-link.ts'

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
  const lastPushed = findPushedEvent(ctx(), booking.id)
  const eventInOdoo = await findEvent(odoo, booking, lastPushed?.eventId)
  const user = findResource(ctx(), booking.resourceId)?.odooUser ?? ''
  const eventId = eventInOdoo?.id ?? (await createEvent(odoo, booking, user))
  if (eventInOdoo !== undefined) {
    await correctTime(odoo, booking, eventInOdoo)
    // The booking may have moved to another doctor, or the doctor may have another user.
    if (lastPushed?.odooUser !== user) await putIntoCalendar(odoo, eventId, user)
  }
  // An interrupted push may have left an event without a link, or with a link to an earlier contact.
  const linkedAt = eventInOdoo === undefined ? undefined : lastPushed?.pushedAt
  await linkPatient(ctx, odoo, booking, { eventId, linkedAt })
  storePushedEvent(ctx(), booking, { eventId, active: true, odooUser: user })
}

/** Finds the booking's event by the stored id, otherwise by the marker. Archived events are included. */
async function findEvent(
  odoo: Odoo,
  booking: Booking,
  eventId: number | undefined,
): Promise<OdooEventRow | undefined> {
  const fieldsAndContext = { fields: ODOO_EVENT_FIELDS, context: { active_test: false } }
  if (eventId !== undefined) {
    const args = { ids: [eventId], ...fieldsAndContext }
    const [foundById] = await odoo.call(odooEventsSchema, { model: 'calendar.event', method: 'read', args })
    if (foundById !== undefined) return foundById
  }
  const domain = [['description', 'ilike', markerOf(booking)]]
  const args = { domain, ...fieldsAndContext, order: 'id', limit: 1 }
  const [foundByMarker] = await odoo.call(odooEventsSchema, {
    model: 'calendar.event',
    method: 'search_read',
    args,
  })
  return foundByMarker
}

/** Creates the event in the calendar of the user, who is its only attendee. Returns its id. */
async function createEvent(odoo: Odoo, booking: Booking, user: string): Promise<number> {
  const doctorPartnerId = await partnerIdOf(odoo, user)
  const event = {
    name: 'Termin',
    start: toOdooTime(booking.startsAt),
    stop: toOdooTime(booking.endsAt),
    description: markerOf(booking),
    privacy: 'private',
    show_as: 'busy',
    partner_ids: listOfOnly(doctorPartnerId),
  }
  return createOdooRecord(odoo, 'calendar.event', event)
}

/** Corrects an event that is archived or does not have the time of its booking. */
async function correctTime(
  odoo: Odoo,
  booking: Booking,
  { id, ...eventInOdoo }: OdooEventRow,
): Promise<void> {
  const wanted = {
    start: toOdooTime(booking.startsAt),
    stop: toOdooTime(booking.endsAt),
    allday: false,
    active: true,
  }
  if (!isDeepStrictEqual(eventInOdoo, wanted))
    await writeEvent(odoo, id, { ...wanted, duration: hoursOf(booking) })
}

/**
 * Returns the length in hours. Odoo 19 keeps the old length of an event when only start and end are written.
 */
function hoursOf({ startsAt, endsAt }: Booking): number {
  return (endsAt - startsAt) / HOUR
}

/** Puts the event into the calendar of the user, who becomes its only attendee. */
async function putIntoCalendar(odoo: Odoo, eventId: number, user: string): Promise<void> {
  const doctorPartnerId = await partnerIdOf(odoo, user)
  await writeEvent(odoo, eventId, { partner_ids: listOfOnly(doctorPartnerId) })
}

/** Returns the field value that makes this record the only one in a list of records. */
function listOfOnly(recordId: number): readonly unknown[] {
  // Odoo's command 6 replaces the whole list.
  return [[6, 0, [recordId]]]
}

/** Archives the event of a booking that is no longer confirmed, if it is in Odoo. */
async function archiveEvent(ctx: () => Ctx, odoo: Odoo, booking: Booking): Promise<void> {
  const lastPushed = findPushedEvent(ctx(), booking.id)
  const eventInOdoo = await findEvent(odoo, booking, lastPushed?.eventId)
  if (eventInOdoo?.active) await writeEvent(odoo, eventInOdoo.id, { active: false })
  // An event that the doctor has deleted needs no archiving.
  if (eventInOdoo !== undefined)
    storePushedEvent(ctx(), booking, {
      eventId: eventInOdoo.id,
      active: false,
      odooUser: lastPushed?.odooUser ?? '',
    })
}

/** Finds how the booking's event was last pushed; undefined before the first push. */
function findPushedEvent(ctx: Ctx, bookingId: string): PushedEvent | undefined {
  return ctx.db.select().from(erpEvents).where(eq(erpEvents.bookingId, bookingId)).get()
}

/** Stores the state of the event in Odoo, for the next push and for finding changes made in Odoo. */
function storePushedEvent(
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
