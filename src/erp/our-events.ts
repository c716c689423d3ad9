import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { bookings, erpEvents } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import type { Odoo } from './odoo-connection.ts'
import { fromOdooTime, ODOO_EVENT_FIELDS, odooEventRows, ROWS_PER_PAGE } from './odoo-fields.ts'

/** This module finds changes by the doctor to the events that Ordi brought to Odoo. */

/** An event of a booking as it is in Odoo. `active` is false once it is archived. */
type OurEvent = Readonly<{ id: number; startsAt: Instant; endsAt: Instant; allday: boolean; active: boolean }>

/** Reads the events of our coming confirmed bookings, without those that were deleted in Odoo. */
export async function readOurEvents(ctx: Ctx, odoo: Odoo): Promise<OurEvent[]> {
  const eventIds = listPushedEvents(ctx).map(({ eventId }) => eventId)
  const ours: OurEvent[] = []
  for (let first = 0; first < eventIds.length; first += ROWS_PER_PAGE) {
    const rows = await odoo.call(odooEventRows, {
      model: 'calendar.event',
      method: 'read',
      args: {
        ids: eventIds.slice(first, first + ROWS_PER_PAGE),
        fields: ODOO_EVENT_FIELDS,
        // Without this context, an event that the doctor has archived would look deleted.
        context: { active_test: false },
      },
    })
    ours.push(
      ...rows.map(({ start, stop, ...event }) => ({
        ...event,
        startsAt: fromOdooTime(start),
        endsAt: fromOdooTime(stop),
      })),
    )
  }
  return ours
}

/** Lists the events of our coming confirmed bookings as they were last pushed. */
function listPushedEvents(ctx: Ctx) {
  return ctx.db
    .select({ pushed: erpEvents })
    .from(erpEvents)
    .innerJoin(bookings, eq(bookings.id, erpEvents.bookingId))
    .where(and(eq(bookings.status, 'confirmed'), eq(erpEvents.active, true), gt(bookings.endsAt, ctx.now)))
    .all()
    .map(({ pushed }) => pushed)
}

/**
 * Records which of our events the doctor has moved or removed. The practice decides on each change.
 * @param ours the events that `readOurEvents` returned
 * @param readFrom when the reading began
 */
export function recordEventChanges(ctx: Ctx, ours: readonly OurEvent[], readFrom: Instant): void {
  const inOdoo = new Map(ours.map((event) => [event.id, event]))
  for (const { bookingId, eventId, startsAt, endsAt, pushedAt } of listPushedEvents(ctx)) {
    // An event that was pushed during the reading is newer than what was read.
    if (pushedAt >= readFrom) continue
    const change = changeOf(inOdoo.get(eventId), { startsAt, endsAt })
    ctx.db.update(erpEvents).set(change).where(eq(erpEvents.bookingId, bookingId)).run()
  }
}

/** The columns that record how an event in Odoo differs from what was pushed. */
type Change = Pick<typeof erpEvents.$inferSelect, 'change' | 'changedStartsAt' | 'changedEndsAt'>

/** Compares an event in Odoo, if it exists, with the times that were pushed. */
function changeOf(event: OurEvent | undefined, pushed: Pick<OurEvent, 'startsAt' | 'endsAt'>): Change {
  const withoutTime = { changedStartsAt: null, changedEndsAt: null }
  if (!event?.active) return { change: 'removed', ...withoutTime }
  // The times that Odoo stores for an all-day event mean nothing.
  if (event.allday) return { change: 'moved', ...withoutTime }
  const { startsAt, endsAt } = event
  if (startsAt === pushed.startsAt && endsAt === pushed.endsAt) return { change: null, ...withoutTime }
  return { change: 'moved', changedStartsAt: startsAt, changedEndsAt: endsAt }
}
