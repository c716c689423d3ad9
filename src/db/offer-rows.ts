import { sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type OfferRow, offers } from './schema.ts'

/**
 * Selects open offers; one may have expired a moment ago. The status is a literal because SQLite uses the
 * partial index only for literals.
 */
export const HAS_STATUS_OPEN = sql`${offers.status} = 'open'`

/**
 * Returns whether the offer can be taken now. It checks the expiry too, because the job that ends expired
 * offers may be a few seconds late.
 */
export function canOfferBeTaken({ now }: Pick<Ctx, 'now'>, { status, expiresAt }: OfferRow): boolean {
  return status === 'open' && expiresAt > now
}
