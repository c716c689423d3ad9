import { and, eq, gt, lt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { IS_OPEN_OFFER } from '../db/offer-rows.ts'
import { type OfferRow, occupations, offers } from '../db/schema.ts'
import { wake } from '../db/wake.ts'
import { reserveAbsences } from '../schedule/absence-occupations.ts'
import { releaseOffer } from '../schedule/occupations.ts'
import type { Interval } from '../shared/day.ts'

/**
 * Returns the entry's offer with the status open. It may have run out since the last job that ends offers.
 */
export function findOpenOffer(ctx: Ctx, entryId: string): OfferRow | undefined {
  return ctx.db
    .select()
    .from(offers)
    .where(and(eq(offers.entryId, entryId), IS_OPEN_OFFER))
    .get()
}

/** Ends an open offer that was not taken, and frees its time. Must run inside a transaction. */
export function endOffer(ctx: Ctx, { id }: OfferRow, status: 'refused' | 'expired' | 'withdrawn'): void {
  ctx.db.update(offers).set({ status }).where(eq(offers.id, id)).run()
  // Only the part of its time that was occupied becomes free; it is recorded, and offered to the next one.
  for (const released of releaseOffer(ctx, id)) reserveAbsences(ctx, released)
  wake(ctx, 'offers')
}

/**
 * Withdraws the offers within an absence. Paddings are no conflict.
 * @param resource id, or null for all resources
 */
export function withdrawOffersWithin(
  ctx: Ctx,
  { startsAt, endsAt }: Interval,
  resource: string | null,
): void {
  const within = ctx.db
    .select({ offer: offers })
    .from(offers)
    .innerJoin(occupations, eq(occupations.offerId, offers.id))
    .where(
      and(
        IS_OPEN_OFFER,
        lt(offers.startsAt, endsAt),
        gt(offers.endsAt, startsAt),
        resource === null ? undefined : eq(occupations.resourceId, resource),
      ),
    )
    .all()
  for (const { offer } of within) endOffer(ctx, offer, 'withdrawn')
}
