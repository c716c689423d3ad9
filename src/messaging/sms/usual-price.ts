import { and, desc, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { messages } from '../../db/schema.ts'

/** Number of SMS that the price is taken from: enough that a single dear one to abroad does not count. */
const SAMPLE = 9

/**
 * Returns what an SMS usually costs, in thousandths of a cent: the median of the last ones whose price the
 * provider has told. Undefined while none has one (docs/behaviour.md 19.53).
 */
export function usualSmsPrice({ db }: Ctx): number | undefined {
  const prices = db
    .select({ price: messages.priceMillicents })
    .from(messages)
    // This is a literal, because with a parameter SQLite does not use the partial index.
    .where(and(sql`channel = 'sms'`, isNotNull(messages.priceMillicents)))
    .orderBy(desc(messages.dueAt))
    .limit(SAMPLE)
    .all()
    .map(({ price }) => price ?? 0)
    .toSorted((a, b) => a - b)
  return prices[prices.length >> 1]
}
