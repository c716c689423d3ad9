import { and, desc, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'

/** The number of SMS whose median is the price, so many that single expensive ones abroad do not matter. */
const SAMPLE_SIZE = 9

/**
 * Returns the usual price of an SMS in thousandths of a cent: the median of the last known prices; undefined
 * while none is known (docs/behaviour.md 19.53).
 */
export function usualSmsPrice({ db }: Ctx): number | undefined {
  const prices = db
    .select({ price: messages.priceMillicents })
    .from(messages)
    // This is a literal, because with a parameter SQLite does not use the partial index.
    .where(and(sql`channel = 'sms'`, isNotNull(messages.priceMillicents)))
    .orderBy(desc(messages.dueAt))
    .limit(SAMPLE_SIZE)
    .all()
    .map(({ price }) => price ?? 0)
    .toSorted((a, b) => a - b)
  // The middle of the sorted prices is the median.
  return prices[Math.floor(prices.length / 2)]
}
