import { and, eq, gte } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { type Booking, events } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'
import type { Odoo } from './odoo-connection.ts'
import { isForbiddenOrUnknown } from './odoo-faults.ts'
import { findRecordId, writeEvent } from './odoo-records.ts'
import { findOrCreatePartner } from './partners.ts'

/**
 * Links the event to the patient's partner, unless it was linked at `linkedAt` and the contact was not
 * corrected since then. This is repeated when the practice corrects the contact while the push waits for
 * Odoo. The link is written into the existing event. For an event that is created with a link, Odoo 19 plans
 * an activity on the partner, which colleagues can read who may not read the private event.
 * @param link.linkedAt when the event was linked by an earlier push; undefined if it was not
 * @throws OdooError
 */
export async function linkPatient(
  ctx: () => Ctx,
  odoo: Odoo,
  { id }: Booking,
  { eventId, linkedAt }: Readonly<{ eventId: number; linkedAt: Instant | undefined }>,
): Promise<void> {
  /** The link includes all corrections before this instant; undefined while there is no link. */
  let includedBefore = linkedAt
  while (includedBefore === undefined || wasCorrectedSince(ctx(), id, includedBefore)) {
    // The contact is read after the clock, so it includes a correction at this very instant too.
    includedBefore = ctx().now + 1
    const booking = findBooking(ctx(), id)
    if (booking === undefined) return
    const link = await findLinkFields(odoo, await findOrCreatePartner(odoo, booking))
    if (link !== undefined) await writeEvent(odoo, eventId, link)
  }
}

/** Returns whether the contact was corrected at the instant `since` or later. */
function wasCorrectedSince({ db }: Ctx, bookingId: string, since: Instant): boolean {
  const isCorrection = and(
    eq(events.bookingId, bookingId),
    eq(events.kind, 'contact-changed'),
    gte(events.at, since),
  )
  return db.select().from(events).where(isCorrection).get() !== undefined
}

/**
 * Returns the fields that link an event to a partner, Odoo's "Document"; undefined for an Odoo user who may
 * not read the list of models.
 */
async function findLinkFields(odoo: Odoo, partnerId: number): Promise<Record<string, number> | undefined> {
  try {
    const modelId = await findRecordId(odoo, 'ir.model', { field: 'model', value: 'res.partner' })
    return modelId === undefined ? undefined : { res_model_id: modelId, res_id: partnerId }
  } catch (error) {
    if (isForbiddenOrUnknown(error)) return undefined
    throw error
  }
}
