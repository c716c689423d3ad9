import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type OfferRow, offers } from './schema.ts'

/**
 * Offers that have not ended, though one may have run out a moment ago. A literal, because with a parameter SQLite would not
 * use the partial index.
 */
export const IS_OPEN_OFFER = sql`${offers.status} = 'open'`

/** Whether it can be taken now; the job that ends what has run out may be a few seconds late. */
export function isOpenOffer({ now }: Pick<Ctx, 'now'>, { status, expiresAt }: OfferRow): boolean {
  return status === 'open' && expiresAt > now
}
