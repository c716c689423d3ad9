import { eq, lte, not, or } from 'drizzle-orm'
import { recordAudit } from '../access/audit.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { holds } from '../db/schema.ts'
import { holdsBeyondShare } from './hold-room.ts'
import { HOLD_HAS_TIME, listHoldsOfStrangers } from './live-holds.ts'

/**
 * This module ends holds. A hold ends by
 * - expiry: from `expiresAt` on it counts nowhere, and a job deletes it (`deleteEndedHolds`);
 * - becoming a request (requests.ts), or the patient's going back (`endHold`);
 * - another hold of the same mailbox, which may have only one (`placeHold`, `holdOffered`);
 * - somebody else with a better claim to the time, or a smaller share for strangers, while strangers hold
 *   very much (`holdsInTheWay`, `endHoldsBeyondShare`);
 * - the practice, which can end the holds of strangers (`endHoldsOfStrangers`);
 * - an absence that takes its time (`HOLD_HAS_TIME`);
 * - erasure and the end of the demo, which delete its row directly (`EXCEPTIONS` in src/owners.test.ts).
 */

/**
 * Ends the hold, if it exists, by deleting its row. The foreign key of `occupations` frees its time, unless
 * `passReservation` has given it to the booking.
 */
export function endHold(ctx: Ctx, id: string): void {
  ctx.db.delete(holds).where(eq(holds.id, id)).run()
}

/** Ends the holds that strangers may not keep under pressure (docs/behaviour.md 7.18). */
export function endHoldsBeyondShare(ctx: Ctx): void {
  inTx(ctx, () => {
    for (const id of holdsBeyondShare(ctx)) endHold(ctx, id)
  })
}

/**
 * Ends all live holds of strangers for the practice (docs/behaviour.md 12.48).
 * @returns how many were ended
 */
export function endHoldsOfStrangers(ctx: Ctx): number {
  return inTx(ctx, () => {
    const holdsOfStrangers = listHoldsOfStrangers(ctx)
    const count = holdsOfStrangers.length
    for (const { id } of holdsOfStrangers) endHold(ctx, id)
    if (count > 0) recordAudit(ctx, 'holds-released', count === 1 ? '1 Zeit' : `${count} Zeiten`)
    return count
  })
}

/** Deletes the rows of holds that have ended. Their time is free already. */
export function deleteEndedHolds(ctx: Ctx): void {
  ctx.db
    .delete(holds)
    .where(or(lte(holds.expiresAt, ctx.now), not(HOLD_HAS_TIME)))
    .run()
}
