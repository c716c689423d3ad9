import { and, eq, getTableColumns, gt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, erpEvents } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import type { Odoo } from './odoo-connection.ts'
import { fromOdooTime, ODOO_EVENT_FIELDS, odooEventsSchema, ROWS_PER_PAGE } from './odoo-fields.ts'

/** This module finds changes by the doctor to the events that Ordi has pushed to Odoo. */

/** An event of a booking as it is in Odoo. `active` is false once it is archived. */
type EventInOdoo = Readonly<{
  id: number
  startsAt: Instant
  endsAt: Instant
  allday: boolean
  active: boolean
}>

/** Reads the events of our coming confirmed bookings, without those that were deleted in Odoo. */
export async function readOurEvents(ctx: Ctx, odoo: Odoo): Promise<EventInOdoo[]> {
  const eventIds = listPushedEvents(ctx).map(({ eventId }) => eventId)
  const eventsInOdoo: EventInOdoo[] = []
  for (let first = 0; first < eventIds.length; first += ROWS_PER_PAGE) {
    const readRows = await odoo.call(odooEventsSchema, {
      model: 'calendar.event',
      method: 'read',
      args: {
        ids: eventIds.slice(first, first + ROWS_PER_PAGE),
        fields: ODOO_EVENT_FIELDS,
        // Without this context, an event that the doctor has archived would look deleted.
        context: { active_test: false },
      },
    })
    eventsInOdoo.push(
      ...readRows.map(({ start, stop, ...event }) => ({
        ...event,
        startsAt: fromOdooTime(start),
        endsAt: fromOdooTime(stop),
      })),
    )
  }
  return eventsInOdoo
}

/** Lists the events of our coming confirmed bookings as they were last pushed. */
function listPushedEvents(ctx: Ctx) {
  return ctx.db
    .select(getTableColumns(erpEvents))
    .from(erpEvents)
    .innerJoin(bookings, eq(bookings.id, erpEvents.bookingId))
    .where(and(eq(bookings.status, 'confirmed'), eq(erpEvents.active, true), gt(bookings.endsAt, ctx.now)))
    .all()
}

/**
 * Records which of our events the doctor has moved or removed. The practice decides on each change.
 * @param eventsInOdoo the events that `readOurEvents` returned
 * @param readFrom when the reading began
 */
export function recordEventChanges(ctx: Ctx, eventsInOdoo: readonly EventInOdoo[], readFrom: Instant): void {
  const eventById = new Map(eventsInOdoo.map((event) => [event.id, event]))
  for (const { bookingId, eventId, startsAt, endsAt, pushedAt } of listPushedEvents(ctx)) {
    // An event that was pushed during the reading is newer than what was read.
    if (pushedAt >= readFrom) continue
    const difference = compareWithPushed(eventById.get(eventId), { startsAt, endsAt })
    // An unchanged event is written too, because it may have been changed back.
    ctx.db.update(erpEvents).set(difference).where(eq(erpEvents.bookingId, bookingId)).run()
  }
}

/** The columns that record how an event in Odoo differs from what was pushed. */
type Difference = Pick<typeof erpEvents.$inferSelect, 'change' | 'changedStartsAt' | 'changedEndsAt'>

/** Compares an event in Odoo with the times that were pushed. It is undefined if it was deleted there. */
function compareWithPushed(
  event: EventInOdoo | undefined,
  pushed: Pick<EventInOdoo, 'startsAt' | 'endsAt'>,
): Difference {
  const noTimes = { changedStartsAt: null, changedEndsAt: null }
  if (!event?.active) return { change: 'removed', ...noTimes }
  // The times that Odoo stores for an all-day event mean nothing.
  if (event.allday) return { change: 'moved', ...noTimes }
  const { startsAt, endsAt } = event
  if (startsAt === pushed.startsAt && endsAt === pushed.endsAt) return { change: null, ...noTimes }
  return { change: 'moved', changedStartsAt: startsAt, changedEndsAt: endsAt }
}
